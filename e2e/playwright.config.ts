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
    trace: 'retain-on-failure',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  },
})
