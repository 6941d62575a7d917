import { defineConfig } from '@playwright/test'
import { browserOptions } from './support/browser/chromium'

/** Real browser, real built server, real database: one of each a worker. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../reports/playwright',
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  // Long enough for a machine that others use too: a state that comes ends the wait, regardless of the limit.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../reports/playwright.json' }]],
  use: {
    ...browserOptions,
    viewport: { width: 1440, height: 900 },
    // A trace of every test costs a third of the run, a picture at its end a few seconds a minute: ask for them when
    // a test is to be looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.TRACE ? 'only-on-failure' : 'off',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  },
})
