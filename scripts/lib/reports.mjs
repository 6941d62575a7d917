import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

function read(name) {
  const file = join(root, 'reports', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

const NO_REPORT = { passed: 0, failed: 1, skipped: [] }
const NO_REASON = 'no reason given'

/** Passed, failed, and every skipped test with its reason (`meta.skipReason`). */
export function vitestCounts(report = read('vitest.json')) {
  if (!report) return NO_REPORT
  // A file that cannot be loaded fails without a test of its own.
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, meta }) => ({
        test: `${relative(root, name)}: ${fullName}`,
        reason: meta?.skipReason ?? NO_REASON,
      })),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length, skipped }
}

function* specsOf({ specs = [], suites = [] }) {
  yield* specs
  for (const suite of suites) yield* specsOf(suite)
}

/** Passed, failed, and every skipped test with its reason (what `test.skip` was given). */
export function playwrightCounts(report = read('playwright.json')) {
  if (!report?.stats) return NO_REPORT
  const skipped = [...specsOf(report)].flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: `e2e/${file}: ${title}`,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
      })),
  )
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}
