import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** CHROMIUM_PATH, else Playwright's own, else the system's. */
function executablePath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const own = chromium.executablePath()
  return [own, ...SYSTEM].find(existsSync) ?? own
}

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const browserOptions = {
  browserName: 'chromium',
  headless: true,
  launchOptions: { executablePath: executablePath(), args: browserFlags },
} as const
