import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from './variables'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const readme = read('README.md')

/** OpenTelemetry reads these by itself. */
const readByLibrary = new Set([
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_BSP_',
])

test('the README names every variable and no other', () => {
  const named = readme.match(
    /\b((?:LIVETAP|OTEL)_[A-Z_]+|DATABASE_URL|REDIS_URL|GOOGLE_APPLICATION_CREDENTIALS|PORT|HOST)\b/g,
  )
  const ours = [...new Set(named)].filter(name => !readByLibrary.has(name))
  expect(ours.toSorted()).toEqual(Object.keys(variables).toSorted())
})

test('every npm command of the documents is one of ours', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/ARCHITECTURE.md',
    'docs/OPERATIONS.md',
    'deploy/README.md',
    'Dockerfile',
  ]
  const named = documents.flatMap(path =>
    [...read(path).matchAll(/npm (?:run )?([a-z]+)/g)].map(match => match[1]!),
  )
  const npmsOwn = ['ci', 'packages', 'package', 'prune', 'tarballs', 'install', 'sbom']
  expect(named.filter(name => !(name in scripts) && !npmsOwn.includes(name))).toEqual([])
})
