import { getEnv } from '@livetap/contract/calls/env'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { lookUpConference } from '@livetap/contract/calls/lookups'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { hold } from './support/browser/hold'
import { keepToasts } from './support/browser/kept-toasts'
import { field, file, open, start, tab, toast } from './support/launcher'
import { lockTable } from './support/locked-table'
import { expect, test } from './support/test'

const odd = 'a/b ü?#%'
const coded = encodeURIComponent(odd)
const range = '2026/03/01 08:15-2026/03/02 09:30'
const [from, to] = [Date.UTC(2026, 2, 1, 8, 15), Date.UTC(2026, 2, 2, 9, 30)]

const destinations: [string, Record<string, string>, string][] = [
  ['create_meeting_proxy', {}, '/live_asr'],
  ['add_eva', { meeting_id: odd }, `/live/${coded}`],
  ['open_meeting', { meeting_id: odd }, `/past/${coded}`],
  ['open_meeting_trainable', { trainable_meeting_id: odd }, `/past_trainable/${coded}`],
  [
    'open_meeting_stats',
    { meeting_id: odd, meeting_date_range_filter: range },
    `/past-stats/${coded}/${from}/${to}`,
  ],
  ['open_audio_ledgers_meeting_stats', { meeting_id: odd }, `/audio-ledgers-stats/${coded}`],
  ['open_meeting_train', { client_region: odd }, `/past-train/${coded}`],
  ['open_my_live_meetings', {}, '/user/live/meetings'],
  [
    'open_my_past_meetings',
    {
      meeting_date_from_filter: '2026/03/01',
      meeting_date_to_filter: '2026/03/02',
      meeting_records_amount: '5',
    },
    `/user/past/meetings/${Date.UTC(2026, 2, 1)}/${Date.UTC(2026, 2, 3) - 1}/5`,
  ],
  [
    'get_meeting',
    { webex_meeting_number: '123 456', user_meeting_date_range_filter: range },
    `/meetings/123456/${from}/${to}`,
  ],
  ['trainable_shard', { trainable_shard_id: odd }, `/trainable_shard/${coded}`],
  ['discovery_worker_cluster_capacities', {}, '/discovery_worker_cluster_capacities'],
  [
    'per_site_usage',
    { client_region: odd, per_site_stats_date_range_filter: range },
    `/per_site_usage_stats/${coded}/${from}/${to}`,
  ],
]

test('LAU-17 LAU-18 every mode opens its screen with its parameters', async ({ page, baseURL }) => {
  for (const [mode, values, path] of destinations)
    await test.step(mode, async () => {
      await open(page, mode)
      for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
      await start(page).click()
      await page.waitForURL(url => url.pathname !== '/')
      expect(page.url()).toBe(`${baseURL}${path}`)
    })
})

test('LAU-18 a local transcripts file leads to the local view', async ({ page }) => {
  await open(page, 'open_local_meeting')
  await expect(start(page)).toBeDisabled()
  await field(page, 'transcripts_file').setInputFiles(file('talk.json'))
  await start(page).click()
  await expect(page).toHaveURL('/past-local')
})

test('LAU-22 manuscript filters and training languages go into the address', async ({ page }) => {
  await open(page, 'manuscripts')
  await field(page, 'manuscript_id').fill('7/8')
  await field(page, 'manuscript_name').fill('spring list')
  await field(page, 'manuscript_vendor').fill('captionmax')
  await field(page, 'manuscript_language').fill('French (fr)')
  await page.getByRole('option', { name: 'French (fr)' }).click()
  await field(page, 'manuscript_status').click()
  await page.getByRole('option', { name: 'ready' }).click()
  await start(page).click()
  await expect(page).toHaveURL(
    '/manuscripts/id/7%2F8/vendor/captionmax/language/fr/status/ready?name=spring%20list',
  )
  await open(page, 'open_meeting_train')
  await field(page, 'client_region').fill('eu')
  await field(page, 'languages').fill('German (de)')
  await page.getByRole('option', { name: 'German (de)' }).click()
  await start(page).click()
  await expect(page).toHaveURL('/past-train/eu?languages=de')
})

test('LAU-12 the range begins the configured days back and ends with today, in UTC', async ({ page }) => {
  const env = await (await page.request.get(pathOf(getEnv))).json()
  const now = Date.UTC(2026, 2, 10, 23, 37)
  await page.clock.setFixedTime(now)
  await open(page, 'open_meeting_stats')
  const moment = (ms: number) =>
    new Date(ms).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ')
  // The picker knows quarters of an hour.
  const first = now - env.default_past_days * 86_400_000 - 7 * 60_000
  await expect(field(page, 'meeting_date_range_filter')).toHaveValue(`${moment(first)}-2026/03/10`)
})

test('LAU-12 dates that were not touched are those of the moment it is started', async ({
  page,
  baseURL,
}) => {
  const { default_past_days } = await (await page.request.get(pathOf(getEnv))).json()
  const back = default_past_days * 86_400_000
  const later = Date.UTC(2026, 2, 11, 0, 20)
  const ends = Date.UTC(2026, 2, 12) - 1
  for (const [mode, values, path] of [
    ['open_meeting_stats', { meeting_id: 'm' }, `/past-stats/m/${later - 5 * 60_000 - back}/${ends}`],
    ['open_my_past_meetings', {}, `/user/past/meetings/${Date.UTC(2026, 2, 11) - back}/${ends}/99`],
    [
      'per_site_usage',
      { client_region: 'eu' },
      `/per_site_usage_stats/eu/${later - 5 * 60_000 - back}/${ends}`,
    ],
  ] as const)
    await test.step(mode, async () => {
      await page.clock.setFixedTime(Date.UTC(2026, 2, 10, 23, 37))
      await open(page, mode)
      for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
      await page.clock.setFixedTime(later)
      await start(page).click()
      await page.waitForURL(url => url.pathname !== '/')
      expect(page.url()).toBe(`${baseURL}${path}`)
    })
})

test('LAU-13 the picker has no future and steps of 15 minutes', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-03-10T23:37:00Z'))
  await open(page, 'get_meeting')
  await page.getByRole('button', { name: 'Pick Date Range' }).click()
  const dialog = page.getByRole('dialog')
  // It is already the 11th in the browser's own zone.
  await expect(dialog.getByRole('button', { name: '11 March 2026' })).toBeDisabled()
  await dialog.getByRole('button', { name: '9 March 2026', exact: true }).click()
  await dialog.getByRole('button', { name: '10 March 2026' }).click()
  await expect(field(page, 'user_meeting_date_range_filter')).toHaveValue('2026/03/09 00:00-2026/03/10')
  const firstTimes = dialog.getByLabel('From, UTC').locator('option')
  await expect(firstTimes).toHaveCount(96)
  expect((await firstTimes.allTextContents()).slice(0, 3)).toEqual(['00:00', '00:15', '00:30'])
  await expect(dialog.getByLabel('To, UTC')).toHaveValue('')
  await expect(dialog.getByLabel('To, UTC').locator('option').last()).toHaveText('23:30')
  await dialog.getByLabel('From, UTC').selectOption('08:45')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await field(page, 'webex_meeting_number').fill('77')
  await start(page).click()
  await expect(page).toHaveURL(`/meetings/77/${Date.UTC(2026, 2, 9, 8, 45)}/${Date.UTC(2026, 2, 11) - 1}`)
})

test('LAU-13 a typed future date is refused', async ({ page }) => {
  await open(page, 'open_meeting_stats')
  await field(page, 'meeting_id').fill('m')
  await field(page, 'meeting_date_range_filter').fill('2026/03/01-2999/01/01')
  await expect(page.getByText('No future dates')).toBeVisible()
  await expect(start(page)).toBeDisabled()
})

test('LAU-06 cancel ends the running start, gives the form back, and ends a meeting that was created by then', async ({
  page,
  server,
}) => {
  await keepToasts(page)
  const meetings = await lockTable(server, 'meeting')
  await open(page, 'create_meeting')
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await start(page).click()
  await expect.poll(() => meetings.waiting()).toBe(1)
  await expect(start(page)).toHaveText('STARTING...')
  await expect(start(page)).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'Fetching meeting id' })).toBeVisible()
  await expect(field(page, 'client_region')).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(start(page)).toHaveText('START!')
  await expect(start(page)).toBeEnabled()
  await expect(field(page, 'client_region')).toBeEnabled()
  await meetings.release()
  await expect(page.getByText('The meeting that had been created was ended.')).toBeVisible()
  await expect(page.getByTestId('toast-error')).toHaveCount(0)
  await expect(page).toHaveURL('/?mode=create_meeting')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await start(page).click()
  await expect(page).toHaveURL(/\/live\/./)
})

test('LAU-05 LAU-16 until the meeting is shown the button stays STARTING..., and one meeting is created', async ({
  page,
}) => {
  const created: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === pathOf(createMeeting))
      created.push(request.url())
  })
  const screen = await hold(page, /\/live-screen-[^/]+\.js$/)
  await open(page, 'create_meeting')
  await start(page).dblclick()
  await screen.reached
  await expect(start(page)).toHaveText('STARTING...')
  await expect(start(page)).toBeDisabled()
  await expect(field(page, 'client_region')).toBeDisabled()
  // None of the other ways to start begins a second one.
  await start(page).click({ force: true })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Enter')
  await expect(start(page)).toHaveText('STARTING...')
  screen.release()
  await expect(page).toHaveURL(/\/live\/./)
  await expect(page.getByRole('button', { name: 'End Call' })).toBeVisible()
  expect(created).toHaveLength(1)
})

test('LAU-06 cancel while the next screen loads gives the form back and ends the meeting that was created', async ({
  page,
}) => {
  const screen = await hold(page, /\/live-screen-[^/]+\.js$/)
  await open(page, 'create_meeting')
  await field(page, 'client_region').press('Enter')
  await screen.reached
  await expect(start(page)).toHaveText('STARTING...')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(start(page)).toHaveText('START!')
  await expect(start(page)).toBeEnabled()
  await expect(page.getByText('The meeting that had been created was ended.')).toBeVisible()
  screen.release()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL('/?mode=create_meeting')
  await expect(field(page, 'client_region')).toBeEnabled()
})

test('LAU-07 adding the assistant says what it looks up', async ({ page }) => {
  const known = await hold(page, `**${pathOf(meetingStatus, { id: 'conference-7' })}`)
  const logs = await hold(page, `**${pathOf(lookUpConference, { webexId: 'conference-7' })}*`)
  await open(page, 'add_eva')
  await field(page, 'meeting_id').fill('conference-7')
  await start(page).click()
  const said = page.getByRole('status').filter({ hasText: 'Fetching' })
  await known.reached
  await expect(said).toHaveText('Fetching meeting id')
  known.release()
  await logs.reached
  await expect(said).toHaveText('Fetching Voicea meeting id from Stackdriver')
  logs.release()
  await expect(page).toHaveURL('/live/conference-7')
})

test('LAU-14 LAU-15 a conference that is not found, or not named, fails the start', async ({ page }) => {
  await keepToasts(page)
  await open(page, 'get_meeting')
  await start(page).click()
  await expect(
    toast(page, 'Failed start due to: Please fill Webex Meeting ID or Webex Meeting Number'),
  ).toBeVisible()
  await field(page, 'webex_meeting_id').fill('no-such-meeting')
  await start(page).click()
  await expect(toast(page, 'Failed start due to: Meeting with current filters was not found')).toBeVisible()
  await expect(start(page)).toHaveText('START!')
  await expect(page).toHaveURL('/?mode=get_meeting')
})

test('LAU-15 LAU-20 a meeting that cannot be created says what the server said', async ({ page }) => {
  await keepToasts(page)
  await open(page, 'create_meeting')
  await field(page, 'client_region').fill('atlantis')
  const answered = page.waitForResponse(answer => answer.request().method() === 'POST')
  await start(page).click()
  const answer = await answered
  expect(answer.status()).toBe(422)
  const { errors, trackingId } = await answer.json()
  expect(errors[0].description).toMatch(/^client_region: /)
  await expect(toast(page, `Failed start due to: ${errors[0].description}`)).toBeVisible()
  await expect(toast(page, 'Failed meeting fetch')).toBeVisible()
  await expect(page.getByText('Nothing was opened.').locator(`[data-hint="${trackingId}"]`)).toBeVisible()
  await expect(start(page)).toBeEnabled()
  await expect(page).toHaveURL('/?mode=create_meeting')
})

test('LAU-18 by keyboard alone: choose a mode, fill it, start it', async ({ page }) => {
  await open(page)
  await page.keyboard.press('m')
  await expect(tab(page, 'Create Live Meeting with Hotword')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tab(page, 'Per-site usage stats')).toBeFocused()
  await page.keyboard.press('Home')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await expect(tab(page, 'Fetch Existing Meeting from WRAPI')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/?mode=open_meeting')
  await page.keyboard.press('Enter')
  await expect(field(page, 'meeting_id')).toBeFocused()
  await page.keyboard.type('meeting-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/past/meeting-7')
})
