import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the repository: packages of npm are found from there. */
const cache = join(root, 'apps/server/node_modules/.cache')
const PROCESS = 'apps/server/src/testing/process'
const ENTRY = `${PROCESS}/scripted-main.ts`
const ENGINE = 'packages/speech/src/testing/numbered-words.ts'

interface Builder {
  bundle(entryPoints: Record<string, string>, to: string): Promise<void>
}

export interface ReleaseBundle {
  /** The server with engines that need no model. */
  main: string
  remove(): void
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })

/** Releases whose nodes run in an upgrade. A tag may be missing where its commit is not. */
export const RELEASES = {
  /** The last one before migrations said who may run beside them. */
  withoutCompatible: { tag: 'before-mixed-fleets', commit: 'a2a5256dca872813b69f7a9c36614da7051bd9ac' },
  /** The first one whose nodes go on running beside later ones. */
  mixedFleets: { tag: 'mixed-fleets', commit: 'e7ca125cad80004d96ee8f4bc939b1dcc994ea2f' },
} as const satisfies Record<string, Release>

export interface Release {
  tag: string
  commit: string
}

/** Why this release cannot be built here. */
export function historyMissing({ tag, commit }: Release): string | undefined {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return undefined
  } catch {
    return `git does not have ${tag} (${commit.slice(0, 8)}) here: this is an exported tree, or a shallow clone`
  }
}

/** The release, from git, with the packages that are installed here. */
export async function bundleOf({ commit }: Release): Promise<ReleaseBundle> {
  const folder = newFolder()
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  const links = join(folder, 'node_modules/@livetap')
  mkdirSync(links, { recursive: true })
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(links, name))
  // What runs its server without models is of today.
  for (const path of [ENTRY, `${PROCESS}/process-usage.ts`, ENGINE])
    cpSync(join(root, path), join(folder, path))
  appendFileSync(join(folder, 'packages/speech/src/testing/index.ts'), "export * from './numbered-words'\n")
  return await bundled(folder, folder)
}

export const bundleOfToday = (): Promise<ReleaseBundle> => bundled(root, newFolder())

async function bundled(tree: string, folder: string): Promise<ReleaseBundle> {
  const { bundle } = (await import(join(tree, 'apps/server/build.mjs'))) as Builder
  const to = join(folder, 'bundle')
  await bundle({ main: ENTRY }, to)
  return { main: join(to, 'main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function newFolder(): string {
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'livetap-release-'))
}
