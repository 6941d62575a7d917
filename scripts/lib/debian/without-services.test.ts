import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { withoutServices } from './without-services.mjs'

const folder = mkdtempSync(join(tmpdir(), 'livetap-policy-'))
const policy = join(folder, 'policy-rc.d')
afterEach(() => rmSync(policy, { force: true }))

const answerOf = () => {
  try {
    execFileSync(policy, ['redis-server', 'start'])
    return 0
  } catch (error) {
    return (error as { status: number }).status
  }
}

test('no service is started while packages are installed, and any is again afterwards', async () => {
  expect(await withoutServices(async () => answerOf(), policy)).toBe(101)
  expect(existsSync(policy)).toBe(false)
})

test('an installation that fails leaves nothing behind', async () => {
  const install = () => Promise.reject(new Error('no mirror answers'))
  await expect(withoutServices(install, policy)).rejects.toThrow('no mirror answers')
  expect(existsSync(policy)).toBe(false)
})

test('what the system itself says about services stays', async () => {
  writeFileSync(policy, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  expect(await withoutServices(async () => answerOf(), policy)).toBe(0)
  expect(readFileSync(policy, 'utf8')).toContain('exit 0')
})

test('what a killed run left behind is put away by the next one', async () => {
  let left = ''
  await withoutServices(async () => {
    left = readFileSync(policy, 'utf8')
  }, policy)
  writeFileSync(policy, left, { mode: 0o755 })
  await withoutServices(async () => undefined, policy)
  expect(existsSync(policy)).toBe(false)
})
