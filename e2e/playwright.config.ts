import { defineConfig } from '@playwright/test'
import { browserOptions } from './support/chromium'

/** Real browser, real built server, real database: one of each a worker. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../reports/playwright',
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../reports/playwright.json' }]],
  use: {
    ...browserOptions,
    viewport: { width: 1440, height: 900 },
    // A trace of every test costs a third of the run: ask for it when a test is to be looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  },
})
