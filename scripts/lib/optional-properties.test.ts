import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `x?: T | undefined`; what a function returns may be undefined. */
const SAID_TWICE = /\?: [^;,\n(){}]*\| undefined\b(?!>)/
/** `...(x !== undefined && { x })`, also of a part or under another name. */
const SPREAD_ON_CONDITION = /\.\.\.\(([\w.?]+)(?: !== (?:undefined|null))? && \{ (?:\w+: )?\1 \}\)/

/** Where a key with the value undefined is not the same as no key, by why. */
const KEYS_COUNT: Record<string, string[]> = {
  'what it is spread over keeps its value': [
    'apps/console/src/app/startup.ts',
    'apps/server/src/modules/live-room/eva/calls.ts',
    'packages/session/src/live/room/apply-message.ts',
  ],
  'a library looks for the key': [
    'apps/server/src/platform/http/route.ts',
    'apps/server/src/platform/storage/s3-client.ts',
  ],
  'a test reads the keys of what is sent': [
    'apps/console/src/features/launcher/start/start-upload.ts',
    'packages/session/src/manuscripts/project-form.ts',
  ],
}

const folders = ['apps', 'packages', 'e2e', 'bench', 'soak']
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders])
  .toString()
  .split('\n')
  .filter(path => /(?<!\.spec)\.tsx?$/.test(path))
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))

const filesWith = (spelling: RegExp) =>
  files.flatMap(({ path, text }) => (spelling.test(text) ? [path] : [])).sort()

test('an optional property is written once: `x?: T`', () => {
  expect(SAID_TWICE.test('  x?: string | undefined\n')).toBe(true)
  expect(SAID_TWICE.test('  x?: () => string | undefined\n')).toBe(false)
  expect(filesWith(SAID_TWICE)).toEqual([])
})

test('a property that may be undefined is given plainly, but where keys count', () => {
  expect(SPREAD_ON_CONDITION.test('...(x !== undefined && { x })')).toBe(true)
  expect(SPREAD_ON_CONDITION.test('...(of.x && { y: of.x })')).toBe(true)
  expect(SPREAD_ON_CONDITION.test('...(isOn && { x })')).toBe(false)
  expect(filesWith(SPREAD_ON_CONDITION)).toEqual(Object.values(KEYS_COUNT).flat().sort())
})
