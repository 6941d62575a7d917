import { type LauncherMode, type OverviewAnswer, type ScreenName, texts } from '@livetap/contract'
import { getOverview } from '@livetap/contract/calls/overview'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { findingsInBothColors } from './support/browser/axe'
import { createMeeting, endMeeting } from './support/live/live-meeting'
import { seed, spoken, spokenMedia, spokenMs } from './support/past/past-meetings'
import { expect, test } from './support/test'
import { Manuscripts } from './support/training/manuscripts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' })
const link = (page: Page, name: string | RegExp) => rail(page).getByRole('link', { name })
const labels = (page: Page) => rail(page).getByRole('button', { name: 'Labels' })

const quiet: OverviewAnswer = { live: 0, transcribing: 0, failed_today: 0, errors_today: 0, draining: [] }

const overview = (page: Page, change: Partial<OverviewAnswer>) =>
  page.route(`**${pathOf(getOverview)}`, route => route.fulfill({ json: { ...quiet, ...change } }))

/** Where a box begins and how wide it is. */
async function place(page: Page, selector: string): Promise<{ x: number; width: number }> {
  const box = (await page.locator(selector).first().boundingBox())!
  return { x: Math.round(box.x), width: Math.round(box.width) }
}

const entries: readonly [name: string, screen: ScreenName][] = [
  ['Search in what was said', 'search'],
  ['My live meetings', 'userLiveMeetings'],
  ['My past meetings', 'userPastMeetings'],
  ['Utterances', 'pastTrain'],
  ['Manuscripts', 'manuscripts'],
  ['Vendor tags', 'vendorTags'],
  ['All meetings', 'library'],
  ['System', 'system'],
  ['Capacities', 'clusterCapacities'],
  ['Usage', 'perSiteUsage'],
  ['Logs', 'logs'],
  ['Accounts', 'accounts'],
  ['Audit log', 'audit'],
  ['Your account', 'account'],
  ['API documentation', 'docs'],
  ['Start', 'launcher'],
]

test('the rail leads to every screen without a leave text, and marks where one is', async ({ page }) => {
  await page.goto('/nothing/here')
  for (const [name, screen] of entries) {
    await link(page, name).click()
    await expect(page.locator(`main[data-screen="${screen}"]`)).toBeVisible()
    await expect(rail(page).locator('[aria-current]')).toHaveCount(1)
    await expect(link(page, name)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText(/^(Exiting|Closing)/)).toHaveCount(0)
  }
  await link(page, 'A number').click()
  await expect(page.getByRole('tab', { name: 'Get Webex Meeting', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('the rail has 48 px of icons, and 200 px with labels when pinned, which is remembered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/nothing/here')
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'false')
  expect((await place(page, 'main')).x).toBe(48)
  await labels(page).click()
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(async () => (await place(page, 'main')).x).toBe(200)
  await page.reload()
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'true')
  expect((await place(page, 'main')).x).toBe(200)
  expect(await findingsInBothColors(page)).toEqual([])
  // Without room for them the labels lie over the screen.
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'false')
  expect((await place(page, 'main')).x).toBe(48)
  await labels(page).click()
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'true')
  expect((await place(page, 'main')).x).toBe(48)
  await page.keyboard.press('Escape')
  await expect(labels(page)).toHaveAttribute('aria-expanded', 'false')
})

test('by keyboard the rail comes after the top bar, shows its labels, and the screen follows', async ({
  page,
}) => {
  await page.goto('/nothing/here')
  await expect(link(page, 'Start')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Tab')
  await expect(labels(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link(page, 'Start')).toBeFocused()
  const panel = rail(page).locator('> div')
  await expect.poll(async () => (await panel.boundingBox())!.width).toBe(200)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await rail(page)
    .getByRole('button', { name: /^Theme/ })
    .focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('the rail counts live calls, recordings that wait and errors of a day; a node that drains is named', async ({
  page,
}) => {
  await overview(page, { live: 2, transcribing: 1, errors_today: 120, draining: ['livetap-7'] })
  await page.goto('/nothing/here')
  await expect(link(page, 'My live meetings (2 calls live in all)')).toHaveText(/2/)
  await expect(link(page, 'Start (1 recording being transcribed)')).toHaveText(/1/)
  await expect(link(page, 'Logs (120 errors in 24 hours)')).toHaveText(/99\+/)
  await expect(page.getByText('Node draining: livetap-7.')).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])
})

test('a deployment that does not know the counts shows none, and says nothing of it', async ({ page }) => {
  const asked = page.waitForResponse(`**${pathOf(getOverview)}`)
  await page.route(`**${pathOf(getOverview)}`, route =>
    route.fulfill({ status: 404, json: { message: 'Not found' } }),
  )
  await page.goto('/nothing/here')
  await asked
  await expect(link(page, /^Logs$/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('under 600 px the rail is a bar at the bottom, whose sheets hold the rest', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/nothing/here')
  const bar = (await rail(page).boundingBox())!
  expect(Math.round(bar.y + bar.height)).toBe(740)
  const more = rail(page).getByRole('button', { name: 'More' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  expect(await findingsInBothColors(page)).toEqual([])
  await rail(page).getByRole('button', { name: 'Meetings' }).click()
  await expect(link(page, 'Logs')).toHaveCount(0)
  await link(page, 'My past meetings').click()
  await expect(page.locator('main[data-screen="userPastMeetings"]')).toBeVisible()
  await expect(link(page, 'My past meetings')).toHaveCount(0)
  await more.click()
  await page.keyboard.press('Escape')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await link(page, 'Start').click()
  await expect(page).toHaveURL('/')
})

const TITLE = 'Two clicks from the start'

const mode = (page: Page, name: LauncherMode) =>
  page.getByRole('tab', { name: texts.launcher.titles[name], exact: true }).click()
const start = (page: Page) => page.getByRole('button', { name: 'START!' }).click()
const fill = (page: Page, field: string, value: string) => page.locator(`#field-${field}`).fill(value)
const openRow = async (page: Page) => {
  const recent = page.getByRole('region', { name: 'Recent meetings' })
  await recent.getByLabel(/^Filter/).fill(TITLE)
  await recent.getByRole('link', { name: TITLE }).click()
}
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of this meeting' }).getByRole('link', { name }).click()

/** From the start page to each screen: a screen without a way does not compile. */
const ways: Record<ScreenName, (page: Page) => Promise<void>> = {
  launcher: page => link(page, 'Start').click(),
  live: start,
  liveAsr: async page => {
    await mode(page, 'create_meeting_proxy')
    await start(page)
  },
  past: openRow,
  pastLocal: async page => {
    await rail(page).getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Jump to' }).fill('local files')
    await page.getByRole('option', { name: 'Past meeting of local files' }).click()
  },
  pastTrainable: async page => {
    await openRow(page)
    await view(page, 'Training')
  },
  pastStats: async page => {
    await openRow(page)
    await view(page, 'Statistics')
  },
  audioLedgersStats: async page => {
    await openRow(page)
    await view(page, 'Timeline')
  },
  pastTrain: page => link(page, 'Utterances').click(),
  search: page => link(page, 'Search in what was said').click(),
  userLiveMeetings: page => link(page, /^My live meetings/).click(),
  userPastMeetings: page => link(page, 'My past meetings').click(),
  webexMeeting: async page => {
    await link(page, 'My past meetings').click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Live meeting of / })
      .first()
      .click()
  },
  library: page => link(page, 'All meetings').click(),
  filteredMeetings: async page => {
    await link(page, 'A number').click()
    await fill(page, 'webex_meeting_number', '123456')
    await start(page)
  },
  vendorTags: page => link(page, 'Vendor tags').click(),
  clusterCapacities: page => link(page, 'Capacities').click(),
  trainableShard: async page => {
    await mode(page, 'trainable_shard')
    await fill(page, 'trainable_shard_id', 's-1')
    await start(page)
  },
  perSiteUsage: page => link(page, 'Usage').click(),
  manuscripts: page => link(page, 'Manuscripts').click(),
  manuscriptCreate: async page => {
    await link(page, 'Manuscripts').click()
    await page.getByRole('link', { name: 'Add project' }).first().click()
  },
  manuscriptView: async page => {
    await link(page, 'Manuscripts').click()
    // Away from the rail, whose labels lie over the screen under the mouse.
    await page.mouse.move(1000, 600)
    await page.getByRole('link', { name: TITLE }).click()
  },
  logs: page => link(page, /^Logs/).click(),
  system: page => link(page, 'System').click(),
  accounts: page => link(page, 'Accounts').click(),
  account: page => link(page, 'Your account').click(),
  audit: page => link(page, 'Audit').click(),
  docs: page => link(page, 'API documentation').click(),
}

const clicks = (page: Page) => page.evaluate(() => (window as unknown as { clicks: number }).clicks)

test.describe('from the start page', () => {
  test.beforeAll(async ({ server, signedInState }) => {
    await seed(server, [
      { id: 'rail', title: TITLE, durationMs: spokenMs, utterances: spoken, ...spokenMedia() },
    ])
    const state = await signedInState()
    await new Manuscripts(server.origin, state).create(TITLE)
    await endMeeting(server.origin, state, await createMeeting(server.origin, state))
  })

  for (const [name, go] of Object.entries(ways))
    test(`${name} is two clicks away at most, open to the keyboard, and axe finds nothing serious`, async ({
      page,
      server,
      signedInState,
    }) => {
      await page.addInitScript(() => {
        const counted = Object.assign(window, { clicks: 0 })
        window.addEventListener('click', ({ isTrusted }) => isTrusted && counted.clicks++, true)
      })
      await page.goto('/')
      await go(page)
      await expect(page.locator(`main[data-screen="${name}"]`)).toBeVisible()
      expect(await clicks(page)).toBeLessThanOrEqual(2)
      expect(await findingsInBothColors(page)).toEqual([])
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
      const meetingId = /^\/live\/([^/]+)/.exec(new URL(page.url()).pathname)?.[1]
      if (meetingId) await endMeeting(server.origin, await signedInState(), meetingId)
    })

  for (const [width, railPx] of [
    [1410, 0],
    [1440, 0],
    [1458, 48],
  ] as const)
    test(`PAS-12 at ${width} px the rail takes ${railPx}, and the list keeps 760 px beside the video`, async ({
      page,
    }) => {
      await page.addInitScript(() => localStorage.setItem('livetap.rail.pinned', 'true'))
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/past/rail')
      await expect(page.getByTestId('video')).toBeVisible()
      expect((await place(page, 'main')).x).toBe(railPx)
      expect(await place(page, '[data-testid=video]')).toMatchObject({ width: 640 })
      expect((await place(page, 'aside[aria-label=Video]')).width).toBeGreaterThanOrEqual(650)
      const list = '[role=tabpanel][aria-label=Transcripts]'
      expect((await place(page, list)).width).toBeGreaterThanOrEqual(760)
      if (railPx > 0) return
      const opener = page.getByRole('button', { name: 'Screens' })
      await expect(link(page, 'Logs')).toHaveCount(0)
      await opener.click()
      await expect(opener).toHaveAttribute('aria-expanded', 'true')
      await link(page, 'Logs').click()
      await expect(page.locator('main[data-screen="logs"]')).toBeVisible()
    })
})
