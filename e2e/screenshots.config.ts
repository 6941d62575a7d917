import { defineConfig } from '@playwright/test'
import { browserOptions } from './support/browser/chromium'

/** `npm run screenshots`: every screen in its main states, light and dark, wide and narrow. */
export default defineConfig({
  testDir: './shots',
  testMatch: '*.shots.ts',
  outputDir: '../reports/screenshots',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: { ...browserOptions, locale: 'en-US', timezoneId: 'Europe/Berlin' },
})
