import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const serverFolder = fileURLToPath(new URL('../../..', import.meta.url))

/** A process of its own: its errors would end the one that runs the tests. */
async function faultyProcess(): Promise<string> {
  const cache = join(serverFolder, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'livetap-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { bundle } = (await import(join(serverFolder, 'build.mjs'))) as {
    bundle(entryPoints: Record<string, string>, to: string): Promise<void>
  }
  await bundle({ faulty: 'apps/server/src/testing/process/faulty-process.ts' }, folder)
  return join(folder, 'faulty.js')
}

test('a rejection no one handles and a broken connection are logged; any other exception ends in good order', async () => {
  const child = spawn(process.execPath, [await faultyProcess()], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { msg: string; err?: { message: string } })
  expect(lines.map(({ msg, err }) => [msg, err?.message])).toEqual([
    ['unhandled rejection', 'unhandled in this test'],
    ['uncaught exception', 'read ECONNRESET'],
    ['alive', undefined],
    ['uncaught exception', 'internal mistake'],
    ['server stopping', undefined],
    ['closed', undefined],
    ['server stopped', undefined],
  ])
  expect(code).toBe(1)
})
