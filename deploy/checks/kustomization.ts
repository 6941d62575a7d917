import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { read, root } from './files'

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  [field: string]: unknown
}

interface JsonPatch {
  op: string
  path: string
  value: unknown
}

interface Kustomization {
  resources?: string[]
  images?: { name: string; newName?: string; newTag?: string }[]
  configMapGenerator?: { name: string; behavior?: string; literals?: string[]; files?: string[] }[]
  patches?: { path?: string; patch?: string; target?: { kind: string; name: string } }[]
}

type Values = Record<string, unknown>

/**
 * What kustomize makes of a folder, as far as our files use it: resources, generated config maps, images, patches. A file that is not
 * there, or a patch without a target, is an error.
 */
export function build(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml')
  const {
    resources = [],
    configMapGenerator = [],
    images = [],
    patches = [],
  } = parse(read(file)) as Kustomization
  const manifests = resources.flatMap(name => {
    const path = join(folder, name)
    if (!existsSync(root + path)) throw new Error(`${file}: ${name} does not exist`)
    return statSync(root + path).isDirectory() ? build(path) : manifestsIn(path)
  })
  for (const map of configMapGenerator) addConfigMap(manifests, map, folder)
  for (const { path, patch, target } of patches) {
    const change = parse(path ? read(join(folder, path)) : patch!) as Manifest | JsonPatch[]
    const { kind, name } = target ?? {
      kind: (change as Manifest).kind,
      name: (change as Manifest).metadata.name,
    }
    const found = manifests.find(one => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`${file}: a patch has no target: ${kind} ${name}`)
    if (Array.isArray(change)) for (const one of change) replaceAt(found, one)
    else merge(found, change)
  }
  for (const { name, newName = name, newTag } of images)
    for (const container of manifests.flatMap(containersOf))
      if (container.image === name) container.image = newTag ? `${newName}:${newTag}` : newName
  return manifests
}

function manifestsIn(path: string): Manifest[] {
  return parseAllDocuments(read(path)).map(document => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]!.message}`)
    return document.toJS() as Manifest
  })
}

export interface Container {
  image: string
  env?: { name: string; value?: string; valueFrom?: Record<string, { name: string; key: string }> }[]
  volumeMounts?: { name: string; mountPath: string }[]
  securityContext?: Values
  [field: string]: unknown
}

export const podOf = (manifest: Manifest) =>
  (manifest.spec as { template?: { spec?: { containers: Container[] } & Values } } | undefined)?.template
    ?.spec

export const containersOf = (manifest: Manifest): Container[] => podOf(manifest)?.containers ?? []

function addConfigMap(
  manifests: Manifest[],
  { name, behavior, literals = [], files = [] }: NonNullable<Kustomization['configMapGenerator']>[number],
  folder: string,
): void {
  const pairs = [
    ...literals.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    ...files.map(path => [path, read(join(folder, path))]),
  ]
  const data = Object.fromEntries(pairs)
  const known = manifests.find(one => one.kind === 'ConfigMap' && one.metadata.name === name)
  if ((behavior === 'merge') !== (known !== undefined))
    throw new Error(`${folder}: the config map ${name} is not there to merge, or twice`)
  if (known) Object.assign(known.data as Values, data)
  else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data })
}

function replaceAt(manifest: Manifest, { op, path, value }: JsonPatch): void {
  const keys = path.slice(1).split('/')
  const last = keys.pop()!
  const at = keys.reduce<Values | undefined>((inner, key) => inner?.[key] as Values | undefined, manifest)
  if (op !== 'replace' || at?.[last] === undefined)
    throw new Error(`${manifest.kind} ${manifest.metadata.name} has nothing at ${path} to ${op}`)
  at[last] = value
}

/** Lists of things with names are merged by these, as Kubernetes merges them. */
function merge(into: Values, change: Values): void {
  for (const [key, value] of Object.entries(change)) {
    const known = into[key]
    if (Array.isArray(known) && Array.isArray(value) && value.every(item => hasName(item)))
      for (const item of value as { name: string }[]) {
        const same = (known as { name: string }[]).find(({ name }) => name === item.name)
        if (!same) throw new Error(`a patch names ${key} ${item.name}, which is not there`)
        merge(same as unknown as Values, item as unknown as Values)
      }
    else if (isValues(known) && isValues(value)) merge(known, value)
    else into[key] = value
  }
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasName = (value: unknown) => isValues(value) && typeof value.name === 'string'
