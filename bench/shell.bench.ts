/**
 * How heavy the first page is, and how soon the launcher can be used after a warm local load: as a ratio to an empty page
 * that loads the same scripts without running them, in turn with it.
 */
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/support/browser/chromium'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { isToy, type Measure, report } from './lib/report'

const ROUNDS = isToy ? 2 : 15
const FIRST_PAGE_KB = 250
const TIMES_EMPTY = 3
const EMPTY_PATH = '/empty-page-of-the-bench'

const startButton = (page: Page) => page.getByRole('button', { name: 'START!' })

/** The scripts of the first page: those asked for before the form was drawn, and all when nothing was left to load. */
async function scriptsOf(page: Page): Promise<{ needed: string[]; all: Map<string, number> }> {
  const all = new Map<string, number>()
  page.on('response', async response => {
    if (response.request().resourceType() !== 'script') return
    all.set(response.url(), gzipSync(await response.body()).length / 1024)
  })
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('button[type=submit]')) return
      watcher.disconnect()
      performance.mark('form-drawn')
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await startButton(page).click({ trial: true })
  await page.waitForLoadState('networkidle')
  const needed = await page.evaluate(() => {
    const drawnMs = performance.getEntriesByName('form-drawn')[0]!.startTime
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < drawnMs)
      .map(({ name }) => name)
  })
  page.removeAllListeners('response')
  return { needed, all }
}

async function timed(page: Page, load: () => Promise<unknown>): Promise<number> {
  await page.goto('about:blank')
  const began = performance.now()
  await load()
  return performance.now() - began
}

const server = await TestServer.start()
const browser = await chromium.launch(browserOptions.launchOptions)
try {
  const storageState = await newSignedInState(browser, server.origin)
  const context = await browser.newContext({ baseURL: server.origin, storageState })
  const page = await context.newPage()
  const { needed, all } = await scriptsOf(page)
  const sizeOf = (urls: Iterable<string>) => [...urls].reduce((sum, url) => sum + (all.get(url) ?? 0), 0)

  const links = needed.map(url => `<link rel="modulepreload" href="${url}">`).join('')
  const body = `<!doctype html><title>Empty</title>${links}<button>START!</button>`
  await page.route(`**${EMPTY_PATH}`, route => route.fulfill({ contentType: 'text/html', body }))

  const launcher: number[] = []
  const empty: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    launcher.push(
      await timed(page, async () => {
        await page.goto('/', { waitUntil: 'commit' })
        await startButton(page).click({ trial: true })
      }),
    )
    empty.push(
      await timed(page, async () => {
        await page.goto(EMPTY_PATH, { waitUntil: 'load' })
        await startButton(page).click({ trial: true })
      }),
    )
  }
  const measures: Measure[] = [
    {
      name: 'JavaScript of the first page, gzip',
      unit: 'kB',
      samples: [sizeOf(needed)],
      bar: { atMost: FIRST_PAGE_KB },
    },
    { name: 'and with what is loaded behind it', unit: 'kB', samples: [sizeOf(all.keys())] },
    { name: 'launcher interactive, warm', unit: 'ms', samples: launcher },
    { name: 'empty page with the same scripts', unit: 'ms', samples: empty },
    {
      name: 'launcher against the empty page',
      unit: 'x',
      samples: launcher.map((ms, round) => ms / empty[round]!),
      bar: { atMost: TIMES_EMPTY },
    },
  ]
  report('shell', measures)
} finally {
  await browser.close()
  await server.stop()
}
