import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, run } from './run.mjs'

// The shell is the same engine without windows, and needs two thirds of the time for the same tests.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium']
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) {
      const file = join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {}
    }
  return APPLICATIONS.find(existsSync)
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}

/** Playwright's own, the system's, else installs one: by Playwright, or by one of Debian's packages when root. */
export async function findChromium() {
  const present = process.env.CHROMIUM_PATH ?? (await playwrightsOwn()) ?? onPath()
  if (present) return present
  process.stdout.write('No Chromium found: asking Playwright for one...\n')
  await run('npx', ['playwright', 'install', 'chromium'], { capture: true })
  const downloaded = await playwrightsOwn()
  if (downloaded) return downloaded
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { capture: true })
    for (const name of DEBIAN_PACKAGES) {
      process.stdout.write(`Installing the Debian package ${name}...\n`)
      await run('apt-get', ['install', '-y', '--no-install-recommends', name], {
        capture: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      })
      const installed = onPath()
      if (installed) return installed
    }
  }
  fail(
    'The browser tests need Chromium and none could be installed: install it, or name it with CHROMIUM_PATH.',
  )
}
