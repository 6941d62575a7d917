import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

function read(name) {
  const file = join(root, 'reports', name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

const NOTHING = { passed: 0, failed: 0, skipped: 0 }

export function vitestCounts() {
  const report = read('vitest.json')
  if (!report) return { ...NOTHING, failed: 1 }
  const skipped = report.numPendingTests + report.numTodoTests
  // A file that cannot be loaded fails without a test of its own.
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length, skipped }
}

export function playwrightCounts() {
  const stats = read('playwright.json')?.stats
  if (!stats) return { ...NOTHING, failed: 1 }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}
