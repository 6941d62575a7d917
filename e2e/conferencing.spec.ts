import { readFileSync } from 'node:fs'
import { listConferences } from '@livetap/contract/calls/conferencing'
import { lookUpConference, lookUpConferenceNumber } from '@livetap/contract/calls/lookups'
import { usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { seriousFindings } from './support/browser/axe'
import { hold } from './support/browser/hold'
import { watchTexts } from './support/browser/watch-texts'
import { rowLeadsToDiagnostics } from './support/diagnostic-links'
import { bearerOf, createMeeting } from './support/live/live-meeting'
import { seed, spokenAudio, utterance } from './support/past/past-meetings'
import type { TestServer } from './support/server'
import type { SignedInState } from './support/sign-in'
import { expect, test } from './support/test'

const headers = (page: Page) => page.getByRole('columnheader')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const back = (page: Page) => page.getByRole('button', { name: 'Back to start' })
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const start = (page: Page) => page.locator('button[type=submit]')

const byId = `**${pathOf(lookUpConference, { webexId: '**' })}`
const byNumber = `**${pathOf(lookUpConferenceNumber, { number: '**' })}`
const number = '25550001111'
const startMs = Date.UTC(2026, 0, 5, 10)

test.describe.configure({ timeout: 120_000 })

/** Made once for the server that the tests of this file share. */
let made: Promise<{ liveId: string }> | undefined
const seeded = (server: TestServer, state: SignedInState) => {
  made ??= seedConferences(server, state)
  return made
}

async function seedConferences(server: TestServer, state: SignedInState): Promise<{ liveId: string }> {
  const me = (await (await fetch(server.origin + pathOf(usersMe), { headers: bearerOf(state) })).json()) as {
    id: string
  }
  const host = { userId: me.id, email: 'admin@example.org' }
  const audio = spokenAudio()
  const utterances = [utterance('u1', 0, 900, 'we ship on Friday'), utterance('u2', 1000, 1900, 'good')]
  const iso = new Date(startMs).toISOString()
  await seed(server, [
    {
      id: 'conf-past',
      title: 'Steering group',
      host,
      number,
      start: iso,
      durationMs: 60_000,
      utterances,
      audio,
    },
    ...Array.from({ length: 12 }, (_, n) => ({
      id: `conf-more-${n}`,
      title: `Review ${n}`,
      host,
      start: iso,
    })),
    { id: 'conf-other', title: 'Hosted by Ann', number: '25550002222', start: iso },
  ])
  return { liveId: await createMeeting(server.origin, state) }
}

test('MTG-01 MTG-06 LAU-18 my live meetings, opened by the launcher, each id with a spinner until it is found', async ({
  page,
  context,
  server,
  signedInState,
}) => {
  const { liveId } = await seeded(server, await signedInState())
  const lookups = await hold(page, byNumber)
  const asked = page.waitForRequest(
    request => request.url().includes(pathOf(listConferences)) && request.url().includes('inProgress'),
  )
  await page.goto('/?mode=open_my_live_meetings')
  await start(page).click()
  await expect(page).toHaveURL('/user/live/meetings')
  const query = new URL((await asked).url()).searchParams
  expect(query.get('meetingType')).toBe('meeting')
  expect(query.get('participantEmail')).toBeTruthy()
  await expect(headers(page)).toHaveText([
    ...['Title', 'Id', 'Start Time', 'SIP Address', 'Host Email', 'Livetap Link', 'Webex Link', 'Stats'],
  ])
  const spinner = page.getByRole('img', { name: 'Looking up the meeting id' }).first()
  await expect(spinner).toBeVisible()
  lookups.release()
  const stats = page.getByRole('link', { name: /^Stats of / })
  const found = page.locator(`tr:has(a[href="/live/${liveId}"])`)
  await expect(found).toBeVisible()
  await expect(stats.first()).toHaveAttribute('href', /^\/past-stats\/[^/]+\/\d{13}$/)
  await rowLeadsToDiagnostics(found, liveId)
  await expect(found).toContainText(/\d{11}@/)
  expect(await seriousFindings(page)).toEqual([])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await found.getByRole('button', { name: 'Copy meeting id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(liveId)
  await page.route(`**${pathOf(listConferences)}?*`, route => route.fulfill({ json: { items: [] } }))
  await page.reload()
  await expect(page.getByText('User live meetings were not found.')).toBeVisible()
})

test('a meeting is scheduled, opened and removed', async ({ page, server, signedInState }) => {
  await seeded(server, await signedInState())
  await page.goto('/user/live/meetings')
  await page.getByRole('button', { name: 'Schedule a meeting' }).click()
  await page.getByLabel('Title').fill('Roadmap')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByRole('button', { name: 'Open Roadmap' }).click()
  await expect(page).toHaveURL(/\/live\/[^/]+$/)
  await page.goto('/user/live/meetings')
  await expect(row(page, 'Roadmap')).toContainText(/_/)
  const remove = page.getByRole('button', { name: 'Remove Roadmap' })
  const bar = page.getByTestId('undo-bar').filter({ hasText: 'Removed Roadmap' })
  await remove.click()
  await expect(remove).toHaveCount(0)
  await bar.hover()
  expect(await seriousFindings(page)).toEqual([])
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeVisible()
  await expect(bar).toHaveCount(0)
  // By keyboard, from the next screen too.
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(bar).toBeVisible()
  await back(page).click()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('z')
  await expect(bar).toHaveCount(0)
  await page.goto('/user/live/meetings')
  await expect(remove).toBeVisible()
  // A user who leaves the page has decided.
  await remove.click()
  await expect(bar).toBeVisible()
  await page.reload()
  await expect(page.getByText('No meeting is scheduled.')).toBeVisible()
  await expect(remove).toHaveCount(0)
})

test('what can be undone waits while it is hovered, then is done', async ({
  page,
  server,
  signedInState,
}) => {
  await seeded(server, await signedInState())
  const removed: string[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE') removed.push(request.url())
  })
  await page.goto('/user/live/meetings')
  await page.getByRole('button', { name: 'Schedule a meeting' }).click()
  await page.getByLabel('Title').fill('Retrospective')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const remove = page.getByRole('button', { name: 'Remove Retrospective' })
  await expect(remove).toBeVisible()
  await page.clock.install()
  await remove.click()
  const bar = page.getByTestId('undo-bar')
  await page.clock.runFor(8_000)
  await bar.hover()
  await page.clock.runFor(60_000)
  await expect(bar).toBeVisible()
  expect(removed).toEqual([])
  await page.getByRole('heading', { name: 'Scheduled' }).hover()
  await page.clock.runFor(2_100)
  await expect(bar).toHaveCount(0)
  await expect.poll(() => removed.length).toBe(1)
  await page.reload()
  await expect(page.getByText('Retrospective')).toHaveCount(0)
})

test('MTG-02 MTG-03 my past meetings: mine alone, six lookups at a time, gone with the screen; filter, order, CSV', async ({
  page,
  server,
  signedInState,
}) => {
  await seeded(server, await signedInState())
  const cancelled: string[] = []
  let running = 0
  let most = 0
  page.on('requestfailed', request => {
    if (/\/webex_meeting\//.test(request.url())) cancelled.push(request.url())
  })
  await page.route(byId, async () => {
    most = Math.max(most, ++running)
  })
  const path = `/user/past/meetings/${startMs - 1000}/${startMs + 1000}/50`
  await page.goto(path)
  await expect(headers(page)).toHaveText([
    ...['Title', 'Id', 'Start Time', 'End Time', 'Livetap Link', 'Webex Link', 'Stats', 'Number'],
  ])
  await expect(page.getByText('13 ids to look up')).toBeVisible()
  await expect(row(page, 'Hosted by Ann')).toHaveCount(0)
  await back(page).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => cancelled.length).toBe(6)
  expect(most).toBe(6)
  await page.unroute(byId)
  await page.route(byId, async (route, request) => {
    // One that the logs do not know.
    const answer = await route.fetch()
    const isMore = (await answer.text()).includes('conf-more-3')
    if (isMore && request.url().includes('start=')) await route.fulfill({ status: 404, json: {} })
    else await route.fulfill({ response: answer })
  })
  await page.goto(path)
  await expect(row(page, 'Review 3')).toContainText('Meeting id was not found')
  await expect(row(page, 'Steering group').getByRole('link', { name: /^Livetap/ })).toHaveAttribute(
    'href',
    '/past/conf-past',
  )
  await expect(row(page, 'Steering group').getByRole('link', { name: /^Stats/ })).toHaveAttribute(
    'href',
    `/past-stats/conf-past/${startMs}`,
  )
  await rowLeadsToDiagnostics(row(page, 'Steering group'), 'conf-past')
  await expect(page.getByRole('button', { name: 'Look up 1 id again' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousFindings(page)).toEqual([])
  await page.unroute(byId)
  await page.getByRole('button', { name: 'Look up 1 id again' }).click()
  await expect(row(page, 'Review 3')).toContainText('conf-more-3')
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Review 0')
  await page.getByRole('textbox', { name: 'Filter the past meetings' }).fill('conf-more-1')
  await expect(page).toHaveURL(`${path}?filter=conf-more-1`)
  await page.reload()
  await expect(page.getByText('3 of 13 past meetings')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const csv = readFileSync(await (await saving).path(), 'utf8')
  expect(csv).toContain('Title,Id,Start Time,End Time')
  expect(csv).toContain('Review 11,conf-more-11,')
  await page.goto('/user/past/meetings/1000/2000')
  await expect(page.getByText('User past meetings were not found.')).toBeVisible()
})

test('MTG-02 MTG-05 Reload finds the meeting that was just held, regardless of what the list was opened with', async ({
  page,
  server,
  signedInState,
}) => {
  const state = await signedInState()
  await seeded(server, state)
  const me = await (await page.request.get(pathOf(usersMe), { headers: bearerOf(state) })).json()
  const host = { userId: me.id, email: 'admin@example.org' }
  const heldNumber = '25550003333'
  const lists = ['/user/past/meetings', `/meetings/${heldNumber}`]
  for (const [at, path] of lists.entries())
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled()
      // The range as it is shown, given back as an address.
      if (at === 0) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
      const title = `Just held ${at}`
      await seed(server, [
        { id: `just-held-${at}`, title, host, number: heldNumber, start: new Date().toISOString() },
      ])
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator(`a[href="/past/just-held-${at}"]`).first()).toBeVisible()
    })
})

test('MTG-04 LAU-14 one conference, found by its id, leads to the past or the live view', async ({
  page,
  server,
  signedInState,
}) => {
  await seeded(server, await signedInState())
  const waitForText = await watchTexts(page)
  await page.goto(`/user/past/meetings/${startMs - 1000}/${startMs + 1000}`)
  const link = row(page, 'Steering group').getByRole('link', { name: 'Steering group', exact: true })
  const webexId = decodeURIComponent((await link.getAttribute('href'))!.split('/').at(-1)!)
  await page.goto('/?mode=get_meeting')
  await start(page).click()
  await waitForText('Failed start due to: Please fill Webex Meeting ID or Webex Meeting Number')
  await field(page, 'webex_meeting_id').fill('no-such-meeting')
  await start(page).click()
  await waitForText('Failed start due to: Meeting with current filters was not found')
  await field(page, 'webex_meeting_id').fill(webexId)
  await start(page).click()
  await expect(page).toHaveURL(`/webex_meeting/${webexId}`)
  await waitForText('Fetching webex meeting...')
  await expect(headers(page)).toHaveText([
    ...['Title', 'Voicea Meeting ID', 'State', 'Start', 'End', 'Livetap Link', 'Webex Link', 'Stats'],
    'Number',
  ])
  await expect(row(page, 'Steering group')).toContainText('ended')
  await expect(page.getByRole('link', { name: /^Livetap page/ })).toHaveAttribute('href', '/past/conf-past')
  expect(await seriousFindings(page)).toEqual([])
  await back(page).click()
  await waitForText('Exiting webex meeting page...')
  await waitForText('Webex meeting successfully closed')
  await expect(page).toHaveURL('/')
  await page.route(byId, route => route.fulfill({ status: 404, json: {} }))
  await page.goto(`/webex_meeting/${webexId}`)
  await waitForText('Failed to found webex meeting with given params')
  await page.unroute(byId)
  await page.goto('/webex_meeting/nobody')
  await expect(page.getByText('Webex meeting was not found.')).toBeVisible()
  await page.goto('/user/live/meetings')
  await page.locator('table a').first().click()
  await expect(page).toHaveURL(/\/webex_meeting\//)
  const livetapPage = page.getByRole('link', { name: /^Livetap page/ })
  // The list that was left has one for each of its rows.
  await expect(livetapPage).toHaveCount(1)
  await expect(livetapPage).toHaveAttribute('href', /^\/live\//)
})

test('MTG-05 MTG-07 LAU-18 the meetings of a number, and none of them', async ({
  page,
  server,
  signedInState,
}) => {
  await seeded(server, await signedInState())
  const waitForText = await watchTexts(page)
  await page.goto('/?mode=get_meeting')
  await field(page, 'webex_meeting_number').fill(number)
  await field(page, 'user_meeting_date_range_filter').fill('2026/01/05 00:00-2026/01/06 00:00')
  await start(page).click()
  await expect(page).toHaveURL(`/meetings/${number}/${Date.UTC(2026, 0, 5)}/${Date.UTC(2026, 0, 6)}`)
  await waitForText('Fetching the meetings...')
  await expect(headers(page)).toHaveText([
    ...['Webex ID', 'Voicea ID', 'Start Time', 'Livetap Link', 'Stackdriver Stats', 'Audio Ledgers Stats'],
    ...['Transcripts Amount', 'Recording'],
  ])
  const found = row(page, 'conf-past')
  await expect(found.getByRole('link', { name: /^Stats/ })).toHaveAttribute(
    'href',
    `/past-stats/conf-past/${startMs - 30_000}`,
  )
  await rowLeadsToDiagnostics(found, 'conf-past')
  await expect(found.getByRole('cell').nth(6)).toHaveText('2')
  const saving = page.waitForEvent('download')
  await found.getByRole('link', { name: /^Download/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('conf-past.flac')
  expect(readFileSync(await saved.path()).length).toBe(readFileSync(spokenAudio()).length)
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/meetings/404/1000/2000')
  await expect(page.getByText('Meetings with current filters were not found.')).toBeVisible()
  await waitForText('Meeting with current filters were not found.')
  await back(page).click()
  await expect(page).toHaveURL('/')
})
