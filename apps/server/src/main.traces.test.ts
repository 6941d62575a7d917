import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migratedDatabase } from './testing/database/test-database'
import { newDataFolder, serverBundle } from './testing/process/server-bundle'
import { spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()

/** The npm packages that a server has loaded when it ends. */
async function loadedPackages(env: Record<string, string>): Promise<string[]> {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  const folder = await newDataFolder()
  const probe = join(folder, 'probe.cjs')
  const list = join(folder, 'loaded.json')
  // The exporters are CommonJS: what is imported of them lies in its cache.
  writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))))`,
  )
  const server = spawnServer(bundle.main, {
    DATABASE_URL: url,
    LIVETAP_DATA: folder,
    NODE_OPTIONS: `--require ${probe}`,
    ...env,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await fetch(`${await server.listening}/readyz`)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const files = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const named = files.map(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? '')
  return [...new Set(named)].sort()
}

test('nothing of OpenTelemetry is loaded unless a variable asks for it, and a receiver that is away does not hold up the end', async () => {
  const off = await loadedPackages({})
  expect(off).toContain('pino')
  // The metrics' own library loads the interfaces.
  expect(off.filter(name => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api'])

  const on = await loadedPackages({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(on).toEqual(expect.arrayContaining(['@opentelemetry/sdk-trace', '@opentelemetry/otlp-transformer']))
})
