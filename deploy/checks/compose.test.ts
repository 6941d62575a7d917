import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { variables } from '../../apps/server/src/platform/config/variables'
import {
  debianPrograms,
  findProgram,
  missingPrograms,
} from '../../apps/server/src/testing/programs/debian-programs'
import { read, root } from './files'
import { build, containersOf } from './kustomization'

const missingCompose = missingPrograms(debianPrograms.dockerCompose)

/** The example, with a word for each that it leaves to its reader. */
const filled = Object.fromEntries(
  [...read('deploy/compose.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value || 'a-word-of-your-own',
  ]),
)

interface Service {
  image?: string
  environment?: Record<string, string>
  networks?: Record<string, unknown>
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  volumes?: string[]
}

function composed(values: Record<string, string | undefined>) {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, 'env'), lines.join('\n'))
  const { stdout, stderr, status } = spawnSync(
    findProgram(debianPrograms.dockerCompose),
    ['--env-file', join(folder, 'env'), '-f', `${root}deploy/compose.yaml`, 'config'],
    { env: { PATH: process.env.PATH, HOME: process.env.HOME }, encoding: 'utf8', timeout: 60_000 },
  )
  return { status, stderr, services: (parse(stdout || '{}')?.services ?? {}) as Record<string, Service> }
}

test.skipIf(missingCompose)(
  'docker-compose takes the file with the example filled in, and names what is left out of it',
  { meta: { skipReason: missingCompose } },
  () => {
    const { status, stderr, services } = composed(filled)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    for (const name of ['gateway-0', 'gateway-1']) {
      expect(services[name]!.environment!.LIVETAP_NODE_URL).toBe(`https://livetap.example.org/nodes/${name}`)
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(services[name]!.networks!.inside).toEqual({ aliases: ['gateways'] })
    }
    // Nothing but nginx is reached from outside.
    const open = Object.entries(services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['front'])

    const { LIVETAP_SECRET: _, ...without } = filled
    const refused = composed(without)
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain('LIVETAP_SECRET')
  },
)

/** Of the S3 client. */
const known = new Set([
  ...Object.keys(variables),
  'AWS_REGION',
  'AWS_ENDPOINT_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
])

test('every variable that a deployment gives to Livetap is one it reads', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
  }
  const ofCompose = Object.entries(services)
    .filter(([name]) => /^(gateway|worker)-/.test(name))
    .flatMap(([, { environment }]) => Object.keys(environment!))
  const containers = build('deploy/kubernetes/base').flatMap(containersOf)
  const ofKubernetes = containers
    .filter(({ image }) => image === 'livetap')
    .flatMap(({ env }) => env!.map(({ name }) => name))
  const ofImage = [...read('Dockerfile').matchAll(/\b(LIVETAP_[A-Z_]+|HOST|PORT)=/g)].map(match => match[1]!)
  const ofTexts = ['deploy/README.md', 'docs/OPERATIONS.md']
    .filter(path => existsSync(root + path))
    .flatMap(path => [...read(path).matchAll(/\bLIVETAP_[A-Z_]*[A-Z]\b/g)].map(match => match[0]))
  // Helps to name the address of a pod, and is read by no one else.
  const given = [...ofCompose, ...ofKubernetes, ...ofImage, ...ofTexts].filter(name => name !== 'POD_NAME')
  expect(ofCompose.length).toBeGreaterThan(20)
  expect(ofKubernetes.length).toBeGreaterThan(20)
  expect([...new Set(given)].filter(name => !known.has(name) && name !== 'LIVETAP_IMAGE')).toEqual([])
})

test('what the image copies is there, and it runs without root', () => {
  const dockerfile = read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+) \S+$/gm)].flatMap(match =>
    match[1]!.split(' '),
  )
  expect(copied.length).toBeGreaterThan(0)
  for (const path of copied) expect(existsSync(root + path)).toBe(true)
  for (const [, path] of dockerfile.matchAll(
    /(?:node|tsx) (?:[-\w]+ )*"?((?:apps|packages|scripts)\/[\w/.-]+\.ts)/g,
  ))
    expect(existsSync(root + path)).toBe(true)
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile.indexOf('USER 1000')).toBeLessThan(dockerfile.indexOf('ENTRYPOINT'))
  expect(dockerfile).toMatch(/npm sbom .*--omit dev/)
  expect(read('.dockerignore')).toContain('deploy/.env')
})
