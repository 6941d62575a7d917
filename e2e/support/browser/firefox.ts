import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect } from '@playwright/test'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { soundPrograms } from './sound-server'

const launchMs = 60_000
const waitMs = 60_000
const names = ['firefox-esr', 'firefox']

/** The first of these that is an executable of the path. */
function onPath(...wanted: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return wanted
    .flatMap(name => folders.map(folder => join(folder, name)))
    .find(file => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

const firefoxPath = (): string | undefined => process.env.FIREFOX_PATH ?? onPath(...names)

/** What a real Firefox with a real microphone lacks on this machine. */
export function missingForFirefox(): string | undefined {
  const missing = [...(firefoxPath() ? [] : ['firefox-esr']), ...soundPrograms.filter(name => !onPath(name))]
  return missing.length > 0 ? `${missing.join(', ')} cannot be had here` : undefined
}

/** Allowed to listen and to play without a click, as a user's who has agreed to both. */
export function launchFirefox(env: NodeJS.ProcessEnv): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath()!,
    headless: true,
    env,
    timeout: launchMs,
    protocolTimeout: waitMs,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      'intl.accept_languages': 'en-US',
    },
  })
}

/** A page that keeps what must never happen: `problems` are CSP violations and uncaught errors of all its addresses. */
export async function watchedPage(
  browser: Browser,
): Promise<{ page: Page; problems: () => Promise<string[]> }> {
  const page = await browser.newPage()
  page.setDefaultTimeout(waitMs)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(`uncaught: ${error}`))
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const kept = sessionStorage.getItem('violations') ?? ''
      sessionStorage.setItem('violations', `${kept}CSP: ${event.effectiveDirective} ${event.blockedURI}\n`)
    })
  })
  const problems = async () => {
    const violations = await page.evaluate(() => sessionStorage.getItem('violations') ?? '')
    return [...errors, ...violations.split('\n').filter(Boolean)]
  }
  return { page, problems }
}

/** A button or link by its name, once it can be clicked. */
export const clickNamed = (page: Page, role: string, name: string): Promise<void> =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()

/** All that matches, as text; nothing while the page changes. */
const textOf = (page: Page, selector: string): Promise<string> =>
  page.$$eval(selector, found => found.map(element => element.textContent ?? '').join('\n')).catch(() => '')

export const expectText = (page: Page, selector: string, text: string, timeout = waitMs): Promise<void> =>
  expect.poll(() => textOf(page, selector), { timeout }).toContain(text)
