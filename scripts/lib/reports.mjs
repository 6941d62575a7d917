import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.mjs'

function read(name) {
  const file = join(root, 'reports', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

const noReport = name => ({ passed: 0, failed: [`${name}: there is no report`], skipped: [] })
const NO_REASON = 'no reason given'

/**
 * How many passed, which failed, and every skipped test with its reason (`meta.skipReason`). An `optional` one (`meta.optional`)
 * needs something that not every machine can have.
 */
export function vitestCounts(report = read('vitest.json')) {
  if (!report) return noReport('vitest')
  const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter(test => test.status === 'failed')
    if (tests.length > 0) return tests.map(({ fullName }) => `${relative(root, name)}: ${fullName}`)
    // A file that cannot be loaded, or whose end goes wrong, fails without a test of its own.
    return status === 'failed' ? [relative(root, name)] : []
  })
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, meta }) => ({
        test: `${relative(root, name)}: ${fullName}`,
        reason: meta?.skipReason ?? NO_REASON,
        optional: meta?.optional === true,
      })),
  )
  return { passed: report.numPassedTests, failed, skipped }
}

function* specsOf({ specs = [], suites = [] }) {
  yield* specs
  for (const suite of suites) yield* specsOf(suite)
}

/**
 * How many passed, which failed, and every skipped test with its reason (what `test.skip` was given). An `optional` one
 * has an annotation of that type.
 */
export function playwrightCounts(report = read('playwright.json')) {
  if (!report?.stats) return noReport('playwright')
  const specs = [...specsOf(report)]
  const failed = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title }) => `e2e/${file}: ${title}`)
  const skipped = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: `e2e/${file}: ${title}`,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
        optional: annotations.some(({ type }) => type === 'optional'),
      })),
  )
  return { passed: report.stats.expected, failed, skipped }
}
