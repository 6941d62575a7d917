/** How heavy the first page is, and how soon the launcher can be used after a warm local load. */
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { browserOptions } from '../e2e/support/chromium'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { isToy, report } from './lib/report'

const ROUNDS = isToy ? 2 : 15
const FIRST_PAGE_KB = 260
const INTERACTIVE_MS = 1500

const server = await TestServer.start()
const browser = await chromium.launch(browserOptions.launchOptions)
try {
  const storageState = await newSignedInState(browser, server.origin)
  const context = await browser.newContext({ baseURL: server.origin, storageState })

  const page = await context.newPage()
  const scripts = new Map<string, number>()
  page.on('response', async response => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(response.url(), gzipSync(await response.body()).length)
  })
  await page.goto('/')
  const start = page.getByRole('button', { name: 'START!' })
  await start.waitFor()
  await page.waitForLoadState('networkidle')
  const firstPageKb = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024

  const interactive: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank')
    const began = performance.now()
    await page.goto('/', { waitUntil: 'commit' })
    await start.click({ trial: true })
    interactive.push(performance.now() - began)
  }
  report('shell', [
    {
      name: "first page's JavaScript, gzip",
      unit: 'kB',
      samples: [firstPageKb],
      bar: { atMost: FIRST_PAGE_KB },
    },
    { name: 'launcher interactive, warm', unit: 'ms', samples: interactive, bar: { atMost: INTERACTIVE_MS } },
  ])
} finally {
  await browser.close()
  await server.stop()
}
