/**
 * How tables of thousands of rows feel in Chromium: their first rows, sorting and filtering, as a ratio to the same on a
 * hundred rows, in turn with it. Past meetings are sorted and filtered by the page, projects by the server.
 * `-- tables --only=meetings` measures one screen; it is printed and not kept as the bench's result.
 */
import { join } from 'node:path'
import { fillRoute, manuscriptsPath, routes } from '@livetap/contract'
import { usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster } from '@livetap/server/testing'
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/support/browser/chromium'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { isToy, type Measure, report } from './lib/report'
import { bearerOf } from './lib/signed-in'

const ROUNDS = isToy ? 1 : 9
const TIMES_FEW = 1.5

/** Each size has a server of its own. */
const sizes = {
  few: { meetings: 100, projects: 100 },
  many: isToy ? { meetings: 300, projects: 600 } : { meetings: 5_000, projects: 10_000 },
}
type Size = (typeof sizes)[keyof typeof sizes]

const STARTED_MS = Date.UTC(2026, 0, 1)

async function seed(server: TestServer, { meetings, projects }: Size): Promise<void> {
  const authorization = `Bearer ${await bearerOf(server.origin)}`
  const answer = await fetch(server.origin + pathOf(usersMe), { headers: { authorization } })
  const { id } = (await answer.json()) as { id: string }
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await client.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, conference_id, source, region,
        enable_ensemble, sharder, trainable_shard_percent, status, started_at, duration_ms)
      select gen_random_uuid()::text, 'Meeting ' || md5(n::text), $1, 'ann@example.org', '1', 'site',
        gen_random_uuid()::text, 'upload', 'us', true, 'vadmarker', 0, 'CallEnded', to_timestamp($2::float8) + n * interval '1 minute', 60000
      from generate_series(1, $3::int) n`,
    [id, STARTED_MS / 1000, meetings],
  )
  await client.query(
    `insert into manuscript_project (name, language, vendor, status, site_name, train_ms_required, train_ms_received,
        eval_ms_required, has_global_participant_id, has_participant_id, min_length_ms, max_length_ms, created_by, changed_by)
      select 'Project ' || md5(n::text), 'en-US', 'captionmax', 'completed', 'site', 36000000, n % 100 * 360000, 0, false,
        false, 5000, 30000, 'ann@example.org', 'ann@example.org'
      from generate_series(1, $1::int) n`,
    [projects],
  )
  await client.query('analyze')
  await client.end()
}

const firstRow = (page: Page) => page.locator('tr[data-row="0"]')

/** From inside the page: until the frame after the one in which the first row is another one. */
async function untilAnother(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const first = () => document.querySelector('tr[data-row="0"] a')?.textContent
    const before = first()
    const began = { ms: 0 }
    const begin = () => {
      began.ms ||= performance.now()
    }
    addEventListener('pointerdown', begin, { once: true, capture: true })
    addEventListener('input', begin, { once: true, capture: true })
    const took = new Promise<number>(resolve => {
      const look = () => {
        if (first() === before) requestAnimationFrame(look)
        else requestAnimationFrame(() => resolve(performance.now() - began.ms))
      }
      look()
    })
    Object.assign(window, { took })
  })
  await act(page)
  return await page.evaluate(() => (window as unknown as { took: Promise<number> }).took)
}

/** From the address to the first row. */
async function firstRows(page: Page, path: string): Promise<number> {
  await page.goto('about:blank')
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await firstRow(page).waitFor()
  return performance.now() - began
}

async function pastMeetings(page: Page, { meetings }: Size) {
  const path = fillRoute(routes.userPastMeetings, {
    meeting_date_from_filter: STARTED_MS,
    meeting_date_to_filter: STARTED_MS + 28 * 86_400_000,
    meeting_records_amount: meetings,
  })
  const firstMs = await firstRows(page, path)
  await page.getByText(`${meetings} past meetings`, { exact: true }).waitFor({ timeout: 120_000 })
  await page.getByText(/to look up$/).waitFor({ state: 'detached', timeout: 120_000 })
  const sortMs = await untilAnother(page, it => it.getByRole('button', { name: 'Title' }).click())
  const wanted = await page.locator('tr[data-row="9"] a').first().textContent()
  const filter = page.getByRole('textbox', { name: 'Filter the past meetings' })
  const filterMs = await untilAnother(page, () => filter.fill(wanted!.slice(-12)))
  return { firstMs, sortMs, filterMs }
}

/** Sorted and filtered by the server. */
async function projects(page: Page, { projects }: Size) {
  const firstMs = await firstRows(page, manuscriptsPath())
  await page.getByText(new RegExp(`(^| of )${projects} projects$`)).waitFor()
  const name = page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button')
  const sortMs = await untilAnother(page, () => name.click())
  const wanted = await page.locator('tr[data-row="9"] a').first().textContent()
  await page.getByRole('button', { name: 'Name', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Filter by name' }).fill(wanted!.slice(-12))
  const filterMs = await untilAnother(page, it => it.getByRole('button', { name: 'Apply' }).click())
  return { firstMs, sortMs, filterMs }
}

const screens = {
  meetings: { noun: 'past meetings', measured: pastMeetings },
  projects: { noun: 'projects', measured: projects },
}
type Figures = Awaited<ReturnType<typeof pastMeetings>>

const ONLY = '--only='
const only = process.argv.find(arg => arg.startsWith(ONLY))?.slice(ONLY.length)
if (only !== undefined && !(only in screens))
  throw new Error(`There is no table ${only}; there are: ${Object.keys(screens).join(', ')}`)

const servers: TestServer[] = []
const browser = await chromium.launch(browserOptions.launchOptions)

async function pageOf(size: Size): Promise<Page> {
  const server = await TestServer.start()
  servers.push(server)
  await seed(server, size)
  const storageState = await newSignedInState(browser, server.origin)
  const page = await (await browser.newContext({ baseURL: server.origin, storageState })).newPage()
  // What tsx puts around named functions does not exist in the page.
  await page.addInitScript('globalThis.__name = value => value')
  return page
}

try {
  const pages = { few: await pageOf(sizes.few), many: await pageOf(sizes.many) }
  const measures: Measure[] = []
  for (const [key, { noun, measured }] of Object.entries(screens)) {
    if (only !== undefined && key !== only) continue
    const few: Figures[] = []
    const many: Figures[] = []
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      few[round] = await measured(pages.few, sizes.few)
      many[round] = await measured(pages.many, sizes.many)
    }
    const figures = { firstMs: 'first rows', sortMs: 'sort', filterMs: 'filter' } as const
    for (const [figure, name] of Object.entries(figures)) {
      const of = (samples: Figures[]) => samples.slice(1).map(sample => sample[figure as keyof Figures])
      const rows = (size: Size) => size[key as keyof Size]
      measures.push(
        { name: `${name}, ${rows(sizes.few)} ${noun}`, unit: 'ms', samples: of(few) },
        { name: `${name}, ${rows(sizes.many)} ${noun}`, unit: 'ms', samples: of(many) },
        {
          name: `${name}, ${noun}: many against few`,
          unit: 'x',
          samples: of(many).map((ms, round) => ms / of(few)[round]!),
          bar: { atMost: TIMES_FEW },
        },
      )
    }
  }
  report('tables', measures, { isKept: only === undefined })
} finally {
  await browser.close()
  for (const server of servers) await server.stop()
}
