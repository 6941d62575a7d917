import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { bin, node, root } from './lib/run.mjs'

const withBrowser = !process.argv.includes('--no-browser')

await ensureInstalled()
const { buildAll } = await import('./lib/build.mjs')
const { findChromium } = await import('./lib/chromium.mjs')
const { ensureTestMaterial } = await import('./lib/test-material.mjs')
const { playwrightCounts, vitestCounts } = await import('./lib/reports.mjs')

rmSync(join(root, 'reports'), { recursive: true, force: true })
mkdirSync(join(root, 'reports'))

const tally = { passed: 0, failed: [], skipped: [] }
function count({ passed, failed, skipped = [] }) {
  tally.passed += passed
  tally.failed.push(...failed)
  tally.skipped.push(...skipped)
}

async function check(name, args) {
  const started = Date.now()
  const { code, output } = await node(args, { capture: true })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(`${output}\n`)
  count({ passed: code === 0 ? 1 : 0, failed: code === 0 ? [] : [name] })
}

await check('format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '.'])
await check('types', ['scripts/types.mjs'])
await check('dependency rules', ['scripts/dependency-rules.mjs'])
await check('unused files and dependencies', [bin('knip/bin/knip.js')])
await check('lock file holds every platform', ['scripts/lock-platforms.mjs'])
await check('Python scripts', ['scripts/python-lint.mjs'])

await ensureTestMaterial({ withBrowser })
await buildAll()

const vitest = await node([bin('vitest/vitest.mjs'), 'run'])
const unit = vitestCounts()
// A run that ends badly without a failed test (a leak, a crash) is a failure all the same.
if (vitest.code !== 0 && unit.failed.length === 0) unit.failed.push('vitest ended with an error')
count(unit)

if (withBrowser) {
  const chromium = await findChromium()
  const browser = await node(
    [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'],
    {
      env: { CHROMIUM_PATH: chromium },
    },
  )
  const counts = playwrightCounts()
  if (browser.code !== 0 && counts.failed.length === 0) counts.failed.push('playwright ended with an error')
  count(counts)
}

const { length: skipped } = tally.skipped
const failing = process.env.CI === 'true' ? tally.skipped.filter(({ optional }) => !optional) : []
if (skipped > 0)
  process.stdout.write(
    `\n${skipped} skipped${failing.length > 0 ? `, of which ${failing.length} must not be in CI` : ''}:\n`,
  )
for (const { test, reason } of tally.skipped) process.stdout.write(`  ${test}\n    because ${reason}\n`)
const failed = tally.failed.length + failing.length
if (tally.failed.length > 0)
  process.stdout.write(`\nFailed:\n${tally.failed.map(test => `  ${test}\n`).join('')}`)
process.stdout.write(
  `\n${tally.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
)
process.exit(failed === 0 ? 0 : 1)
