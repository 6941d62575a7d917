import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ERROR_CLASS = /\bclass \w+ extends \w*Error\b/
/** A member of a union, a union on one line, or the property itself. */
const DECLARES_REASON = /^\s*\| '|\w*Reason = '|\breadonly reason\b/

const reasonsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => DECLARES_REASON.test(line))
    .flatMap(line => [...line.matchAll(/'([^']*)'/g)].map(([, reason]) => reason!))

test('the reasons of every error class are in snake_case', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'])
    .toString()
    .split('\n')
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  const reasons = files
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => ERROR_CLASS.test(text))
    .flatMap(({ path, text }) => reasonsIn(text).map(reason => ({ path, reason })))
  expect(reasons).toContainEqual({ path: 'apps/server/src/platform/service-error.ts', reason: 'not_found' })
  expect(reasons).toContainEqual({ path: 'packages/speech/src/speech-error.ts', reason: 'user_limit' })
  expect(reasons.filter(({ reason }) => !/^[a-z]+(_[a-z]+)*$/.test(reason))).toEqual([])
})
