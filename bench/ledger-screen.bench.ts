/**
 * How a ledger of ten thousand events feels in Chromium: filtering it, and jumping through it, as a ratio to the same on
 * a hundred events, in turn with it.
 */
import { join } from 'node:path'
import { fillRoute, ledgerEvents, routes } from '@livetap/contract'
import { connectToCluster } from '@livetap/server/testing'
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/support/browser/chromium'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { isToy, type Measure, report } from './lib/report'

const ROUNDS = isToy ? 1 : 9
const JUMPS = 10
const TIMES_FEW = 1.5
/** The name that is filtered by. */
const RARE = ledgerEvents.clientJoined.name
const ledgers = {
  few: { id: 'few_us', events: 100 },
  many: { id: 'many_us', events: isToy ? 1_000 : 10_000 },
}
type Ledger = (typeof ledgers)[keyof typeof ledgers]

async function seed(server: TestServer): Promise<void> {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  for (const { id, events } of Object.values(ledgers))
    await client.query(
      `insert into ledger_event (meeting, name, time, fields)
        select $1, case when n % 50 = 0 then $3 else $4 end, to_timestamp(1772600000 + n),
          jsonb_build_object('recording', n % 2 = 0, 'by', 'user' || n || '@example.org', 'timestamp', to_timestamp(1772600000 + n))
        from generate_series(1, $2::int) n`,
      [id, events, RARE, ledgerEvents.hotwordStatusChanged.name],
    )
  await client.end()
}

/** From inside the page: from the act until the frame after the one in which the first event drawn is another one. */
const untilAnother = (page: Page, act: 'filter' | 'unfilter' | 'jump', share = 0) =>
  page.evaluate(
    async ([act, share, rare]) => {
      const first = () => document.querySelector('[aria-label="Time line"] li')?.textContent
      const before = first()
      const began = performance.now()
      if (act === 'jump') {
        const list = document.querySelector('section[aria-label="Events"]')!
        list.scrollTop = list.scrollHeight * share
      } else {
        const field = document.querySelector<HTMLInputElement>('input[aria-label="Filter the events"]')!
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
        set.call(field, act === 'filter' ? rare : '')
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      return await new Promise<number>(resolve => {
        const look = () => {
          if (first() === before) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - began))
        }
        look()
      })
    },
    [act, share, RARE] as const,
  )

async function measured(page: Page, { id, events }: Ledger) {
  await page.goto('about:blank')
  const began = performance.now()
  await page.goto(fillRoute(routes.audioLedgersStats, { meeting_id: id }), { waitUntil: 'commit' })
  await page.getByText(`${events} events`, { exact: true }).waitFor({ timeout: 120_000 })
  const firstMs = performance.now() - began
  const filterMs = await untilAnother(page, 'filter')
  const unfilterMs = await untilAnother(page, 'unfilter')
  let jumpMs = 0
  for (let jump = 1; jump <= JUMPS; jump++)
    jumpMs += await untilAnother(page, 'jump', jump % 2 ? 0.9 / jump : 0.5 + 0.4 / jump)
  return { firstMs, filterMs: filterMs + unfilterMs, jumpMs: jumpMs / JUMPS }
}

type Figures = Awaited<ReturnType<typeof measured>>

const server = await TestServer.start()
const browser = await chromium.launch(browserOptions.launchOptions)
try {
  await seed(server)
  const storageState = await newSignedInState(browser, server.origin)
  const page = await (await browser.newContext({ baseURL: server.origin, storageState })).newPage()
  // What tsx puts around named functions does not exist in the page.
  await page.addInitScript('globalThis.__name = value => value')
  await measured(page, ledgers.few)
  const many: Figures[] = []
  const few: Figures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    few.push(await measured(page, ledgers.few))
    many.push(await measured(page, ledgers.many))
  }
  const figures = { firstMs: 'first events', filterMs: 'filter and back', jumpMs: 'jump' } as const
  const measures = Object.entries(figures).flatMap(([key, name]): Measure[] => {
    const of = (samples: Figures[]) => samples.map(sample => sample[key as keyof typeof figures])
    return [
      { name: `${name}, ${ledgers.few.events} events`, unit: 'ms', samples: of(few) },
      { name: `${name}, ${ledgers.many.events} events`, unit: 'ms', samples: of(many) },
      {
        name: `${name}: many against few`,
        unit: 'x',
        samples: of(many).map((ms, round) => ms / of(few)[round]!),
        // The first events wait for the whole ledger to come: shown, without a bar.
        bar: key === 'firstMs' ? undefined : { atMost: TIMES_FEW },
      },
    ]
  })
  report('ledger-screen', measures)
} finally {
  await browser.close()
  await server.stop()
}
