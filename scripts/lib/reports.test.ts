import { describe, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './reports.mjs'

describe('the counts of a run', () => {
  test('of vitest name each failed test, each skipped one with its reason, and each file that fails without a test', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      testResults: [
        {
          name: `${process.cwd()}/packages/x.test.ts`,
          status: 'failed',
          assertionResults: [
            { fullName: 'a runs', status: 'passed', meta: { skipReason: 'not used' } },
            { fullName: 'b breaks', status: 'failed', meta: {} },
            { fullName: 'c waits', status: 'skipped', meta: { skipReason: 'there is no model' } },
            { fullName: 'd is to do', status: 'todo', meta: { optional: true } },
          ],
        },
        { name: `${process.cwd()}/packages/y.test.ts`, status: 'failed', assertionResults: [] },
        {
          name: `${process.cwd()}/packages/z.test.ts`,
          status: 'failed',
          assertionResults: [{ fullName: 'only its end breaks', status: 'passed', meta: {} }],
        },
      ],
    }
    expect(vitestCounts(report)).toEqual({
      passed: 4,
      failed: ['packages/x.test.ts: b breaks', 'packages/y.test.ts', 'packages/z.test.ts'],
      skipped: [
        { test: 'packages/x.test.ts: c waits', reason: 'there is no model', optional: false },
        { test: 'packages/x.test.ts: d is to do', reason: 'no reason given', optional: true },
      ],
    })
  })

  test('of the browser name each failed and each skipped test, however deep it lies', () => {
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      file: 'live.spec.ts',
      title,
      tests: [{ status, annotations }],
    })
    const skip = { type: 'skip', description: 'there is no microphone' }
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        {
          specs: [spec('one', 'expected')],
          suites: [{ specs: [spec('two', 'skipped', [skip, { type: 'optional' }])] }],
        },
        { specs: [spec('three', 'skipped'), spec('four', 'unexpected'), spec('five', 'flaky')] },
      ],
    }
    expect(playwrightCounts(report)).toEqual({
      passed: 1,
      failed: ['e2e/live.spec.ts: four', 'e2e/live.spec.ts: five'],
      skipped: [
        { test: 'e2e/live.spec.ts: two', reason: 'there is no microphone', optional: true },
        { test: 'e2e/live.spec.ts: three', reason: 'no reason given', optional: false },
      ],
    })
  })

  test('without a report is a failure', () => {
    expect(vitestCounts(null)).toMatchObject({ passed: 0, failed: [expect.any(String)] })
    expect(playwrightCounts(null)).toMatchObject({ passed: 0, failed: [expect.any(String)] })
  })
})
