/**
 * The training screen of the shipped build with 50,000 shards, as a ratio to the same with 100, in turn with it: how
 * soon the first card can be used, how even it scrolls, how soon a typed key is drawn.
 */
import { join } from 'node:path'
import { connectToCluster } from '@livetap/server/testing'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/support/browser/chromium'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { fillShards } from '../e2e/support/training/fill-shards'
import { isToy, quantile, report } from './lib/report'

const FEW = 100
const MANY = isToy ? 1000 : 50_000
const ROUNDS = isToy ? 2 : 7
const KEYS = 'and so it goes on to say what was heard'
const TIMES = 1.5
/** Scrolling and typing take turns between the two. */
const TURNS = isToy ? 1 : 5
const FRAMES = 60
const WHOLE_LIST_MS = 400_000

interface Figures {
  first: number[]
  frame: number[]
  key: number[]
}

const field = (page: Page) => page.getByRole('article').first().getByRole('textbox')

async function firstShard(page: Page, region: string): Promise<number> {
  await page.goto('about:blank')
  const began = performance.now()
  await page.goto(`/past-train/${region}`, { waitUntil: 'commit' })
  await field(page).click({ trial: true })
  return performance.now() - began
}

/** To the end and back, so that every page of the list is held. */
async function holdWhole(page: Page, count: number): Promise<void> {
  const list = page.getByRole('region', { name: 'Utterances' })
  // Five pages at once: what is measured is a list that is held, not how it came.
  await page.route(
    url => url.searchParams.get('limit') === '100',
    route => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '500')
      return route.continue({ url: url.href })
    },
  )
  const end = Date.now() + WHOLE_LIST_MS
  while (!(await page.getByText(`${count} in all`).isVisible())) {
    if (Date.now() > end) throw new Error('the list did not come to its end')
    await list.evaluate(async view => {
      for (let round = 0; round < 20; round++) {
        view.scrollTop = view.scrollHeight
        await new Promise(requestAnimationFrame)
      }
    })
  }
  await page.unrouteAll({ behavior: 'wait' })
  await list.evaluate(view => {
    view.scrollTop = view.scrollHeight / 2
  })
}

/** The time between frames while the list moves by a third of a card with each, p95. */
const scrolling = (page: Page): Promise<number[]> =>
  page.getByRole('region', { name: 'Utterances' }).evaluate(async (view, frames) => {
    const at: number[] = []
    for (let frame = 0; frame < frames; frame++) {
      view.scrollTop += frame % 60 < 30 ? 60 : -60
      at.push(await new Promise<number>(requestAnimationFrame))
    }
    return at.slice(1).map((time, i) => time - at[i]!)
  }, FRAMES)

/** From the key to the frame after it. */
async function typing(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const took: number[] = []
    Object.assign(window, { took })
    addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => took.push(performance.now() - timeStamp)
        port2.postMessage(undefined)
      }),
    )
  })
  const visible = page.locator('article:has(textarea)').nth(2)
  await visible.getByRole('textbox').click()
  await page.keyboard.type(KEYS, { delay: 30 })
  return await page.evaluate(() => (window as unknown as { took: number[] }).took)
}

interface Listing extends Figures {
  page: Page
  region: string
  count: number
}

async function listing(context: BrowserContext, region: string, count: number): Promise<Listing> {
  return { page: await context.newPage(), region, count, first: [], frame: [], key: [] }
}

async function measure(listings: readonly Listing[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    for (const { page, region, first } of listings) {
      await page.bringToFront()
      first.push(await firstShard(page, region))
    }
  for (const { page, count } of listings) {
    await page.bringToFront()
    await holdWhole(page, count)
  }
  for (let turn = 0; turn < TURNS; turn++)
    for (const { page, frame, key } of listings) {
      await page.bringToFront()
      frame.push(...(await scrolling(page)))
      key.push(...(await typing(page)))
    }
}

const server = await TestServer.start()
const browser = await chromium.launch(browserOptions.launchOptions)
try {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'few', FEW)
  await fillShards(client, 'many', MANY)
  await client.end()
  const storageState = await newSignedInState(browser, server.origin)
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: server.origin, storageState, viewport })
  await context.addInitScript({ content: 'globalThis.__name = value => value' })
  const few = await listing(context, 'few', FEW)
  const many = await listing(context, 'many', MANY)
  await measure([few, many])
  const p95 = (samples: number[]) => quantile(samples, 0.95)
  const bar = { atMost: TIMES }
  const ratio = (part: keyof Figures) => p95(many[part]) / p95(few[part])
  report('training', [
    { name: `first usable card of ${FEW}`, unit: 'ms', samples: few.first },
    { name: `first usable card of ${MANY}`, unit: 'ms', samples: many.first },
    { name: `frame while scrolling, ${FEW}`, unit: 'ms', samples: few.frame },
    { name: `frame while scrolling, ${MANY}`, unit: 'ms', samples: many.frame },
    { name: `key to paint, ${FEW}`, unit: 'ms', samples: few.key },
    { name: `key to paint, ${MANY}`, unit: 'ms', samples: many.key },
    { name: 'first usable card, p95, many to few', unit: 'x', samples: [ratio('first')], bar },
    { name: 'frame while scrolling, p95, many to few', unit: 'x', samples: [ratio('frame')], bar },
    { name: 'key to paint, p95, many to few', unit: 'x', samples: [ratio('key')], bar },
  ])
} finally {
  await browser.close()
  await server.stop()
}
