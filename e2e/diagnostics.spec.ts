import { readFileSync } from 'node:fs'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { ledgerEvents, logsPath, metrics } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { perSiteUsage } from '@livetap/contract/calls/diagnostics'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { seriousFindings } from './support/browser/axe'
import { watchTexts } from './support/browser/watch-texts'
import { attend } from './support/live/attendee'
import { createMeeting, endMeeting, enter, rows, setRecording } from './support/live/live-meeting'
import { expect, test } from './support/live/speaking'
import { understood } from './support/live/spoken-text'
import type { SignedInState } from './support/sign-in'

/** More than what rounding to seconds can hide. */
const SPOKEN_MS = 2_000

const value = (page: Page, row: string) => page.locator(`[data-row="${row}"] td`).first()

/** One in which someone spoke for four seconds, and recording was off for two of them. */
async function pausedMeeting(origin: string, state: SignedInState): Promise<string> {
  const id = await createMeeting(origin, state)
  const attendee = await attend(origin, state, id)
  const half = new Int16Array(SPOKEN_MS * SAMPLES_PER_MS)
  await setRecording(origin, state, id, false)
  await attendee.say(half)
  await setRecording(origin, state, id, true)
  await attendee.say(half)
  await endMeeting(origin, state, id)
  attendee.leave()
  return id
}

test.describe('of one meeting', () => {
  test.describe.configure({ timeout: 450_000 })

  test('STA-01 STA-03 STA-04 a meeting that was held is read on its statistics, its ledger and in the logs', async ({
    speak,
    server,
    signedInState,
  }) => {
    const meetingId = await createMeeting(server.origin, await signedInState())
    const startMs = Date.now() - 60_000
    const page = await speak([loadRecording('jfk')])
    const waitForText = await watchTexts(page)
    const enteredMs = Date.now()
    await enter(page, meetingId)
    await expect(rows(page).first()).toBeVisible({ timeout: 150_000 })
    await page.getByRole('button', { name: 'End Call' }).click()
    await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
    await expect(page.getByTestId('transcript-list')).toContainText(understood.jfk, { timeout: 120_000 })

    await page.goto(`/past-stats/${encodeURIComponent(meetingId)}/${startMs}`)
    await expect(page.getByRole('columnheader')).toHaveText(['Metrics', 'Values', 'Stackdriver Url'])
    await expect(value(page, 'end-reason')).toHaveText('dropped')
    await expect(value(page, 'vmc-recording')).toHaveText(/^[1-9]\d*$/)
    const recordedSeconds = Number(await value(page, 'vmc-recording').textContent())
    expect(recordedSeconds).toBeLessThanOrEqual((Date.now() - enteredMs) / 1000)
    await expect(value(page, 'transcripts')).toHaveText(/^[1-9]\d*$/)
    await expect(value(page, 'deleted')).toHaveText('Meeting is not deleted')
    await expect(value(page, 'portal-absolute')).toHaveText('Value Was Not Found')
    const local = await value(page, 'start').textContent()
    await page.getByRole('button', { name: 'Change Date To Gmt' }).click()
    await waitForText('Gmt date!')
    await expect(value(page, 'start')).toHaveText(/\+00:00$/)
    await page.getByRole('button', { name: 'Change Date To Local' }).click()
    await waitForText('Date is local!')
    await expect(value(page, 'start')).toHaveText(local!)
    await page.getByRole('button', { name: 'Show Meeting ID' }).click()
    await waitForText('Copied Meeting ID!')
    await expect(page.getByRole('list', { name: 'Life of the meeting' })).toContainText(
      /First sound.*First text/,
    )
    // The answer is first, the rows stand under headings, and what is missing can be hidden.
    await expect(page.getByRole('status', { name: 'Verdict' })).toHaveText(
      /^Ended normally after \d[^;]+; text (\d+|less than 1) s behind; nothing lost$/,
    )
    await expect(page.getByRole('rowheader', { name: 'Glados', exact: true })).toBeVisible()
    await expect(value(page, 'portal-absolute')).toBeVisible()
    await page.getByRole('switch', { name: 'Hide missing' }).press('Space')
    await expect(value(page, 'portal-absolute')).toHaveCount(0)
    await expect(value(page, 'end-reason')).toHaveText('dropped')
    await expect(page).toHaveURL(/\?hide_missing=true$/)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('switch', { name: 'Hide missing' }).press('Space')
    await expect(value(page, 'portal-absolute')).toHaveText('Value Was Not Found')

    const pausedId = await pausedMeeting(server.origin, await signedInState())
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByLabel('Meeting id to compare with').fill(pausedId)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?compare=/)
    const values = (row: string) => page.locator(`[data-row="${row}"] td`)
    await expect(page.getByRole('row', { name: /^Meeting id/ }).getByRole('cell')).toHaveText([
      meetingId,
      pausedId,
      '',
    ])
    await expect(values('end-reason')).toHaveText(['dropped', 'dropped', 'Open logs'])
    await expect(values('vmc-recording')).toHaveText([String(recordedSeconds), /^\d+$/, 'Open logs'])
    await expect(values('vmc-recording').nth(1)).toHaveText('2')
    // On a slow machine a hole between the two halves is recognised through.
    await expect(values('vmc-transcription').nth(1)).toHaveText(/^[4-6]$/)
    await expect(values('transcripts')).toHaveText([/^[1-9]\d*$/, 'Value Was Not Found', 'Open logs'])
    await expect(values('start').first()).toHaveText(local!)
    await expect(values('start').nth(1)).not.toHaveText(local!)
    await expect(values('start').nth(1)).toHaveText(/\d{4}/)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop comparing' }).click()
    await expect(page.getByRole('columnheader')).toHaveCount(3)

    await page.getByRole('button', { name: 'Open Audio Ledgers Stats' }).click()
    await expect(page.getByRole('heading', { name: `Meeting events (${meetingId})` })).toBeVisible()
    const events = page.getByRole('list', { name: 'Time line' }).getByRole('heading')
    await expect(events.first()).toHaveText(ledgerEvents.meetingCreated.name)
    await expect(page.getByText(/^Chain valid: [1-9]\d* events$/)).toBeVisible()
    await page.getByLabel('Jump to kind').selectOption(ledgerEvents.meetingEnded.name)
    await expect(page.getByRole('status').filter({ hasText: /^1 of 1$/ })).toBeVisible()
    await expect(page.locator('li[aria-current]').getByRole('heading')).toHaveText(
      ledgerEvents.meetingEnded.name,
    )
    await page.getByLabel('Jump to time').fill('00:00:00')
    await page.keyboard.press('Enter')
    await expect(page.locator('li[aria-current]').getByRole('heading')).toHaveText(
      ledgerEvents.meetingCreated.name,
    )
    await page.getByLabel('Filter the events').fill(ledgerEvents.meetingEnded.name)
    await expect(events).toHaveText([ledgerEvents.meetingEnded.name])
    const fields = page.getByRole('table', { name: `Fields of ${ledgerEvents.meetingEnded.name}` })
    await expect(fields).toBeHidden()
    const line = events.first().getByRole('button')
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await expect(fields.getByRole('row', { name: 'reason dropped', exact: true })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await line.press('Enter')
    await expect(fields).toBeHidden()
    await page.getByRole('button', { name: 'Open Stackdriver Stats' }).click()
    await expect(page).toHaveURL(/\/past-stats\/[^/]+\/\d+\/\d+$/)
    await expect(value(page, 'end-reason')).toHaveText('dropped')

    await page.getByRole('link', { name: 'Log entries of End reason' }).click()
    const ended = page.getByRole('row').filter({ hasText: 'meeting ended: dropped' })
    await ended.getByRole('button').first().click()
    await page.getByRole('button', { name: 'Only this pod' }).click()
    await expect(page).toHaveURL(/[?&]pod=/)
    // The details that were open go with the answer before.
    await expect(ended).toHaveCount(1)
    expect(await seriousFindings(page)).toEqual([])

    await page.goto(logsPath({ meeting: meetingId }))
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('')
    await expect(page.getByRole('option', { name: 'The meeting’s own' })).toBeAttached()
    // The day is said once, above times without it.
    await expect(page.getByRole('rowheader', { name: /^\d{4}-[A-Z][a-z]{2}-\d\d$/ })).toHaveCount(1)
    await expect(page.getByRole('rowheader').getByRole('button').first()).toHaveText(
      /^\d\d:\d\d:\d\d\.\d{3}$/,
    )
    await expect(page.getByRole('button', { name: /errors?: show/ })).toHaveCount(0)
    await page.getByLabel('Words').fill('first sou')
    await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/[?&]text=first\+sou/)
    // Once in a meeting: this is the answer to the words, no longer the one before.
    await expect(page.getByRole('status').filter({ hasText: /^1 entry$/ })).toBeVisible()
    const overTime = page.getByRole('figure', { name: '1 entry over time' })
    await expect(overTime).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as NDJSON' }).click(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    const written = lines.map(line => JSON.parse(line) as { meeting: string; metric: string })
    expect(new Set(written.map(({ meeting, metric }) => `${meeting} ${metric}`))).toEqual(
      new Set([`${meetingId} ${metrics.clientJoined.name}`]),
    )
    await page.getByRole('rowheader').getByRole('button').first().click()
    await page.getByRole('link', { name: 'Open this moment of the recording' }).click()
    await expect(page).toHaveURL(/\/past\/[^/?]+\?t=\d/)
    await expect(page.getByTestId('transcript-list')).toContainText(understood.jfk)
    await page.goBack()
    await expect(overTime).toBeVisible()
    await page.getByRole('button', { name: 'Back to start' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('STA-02 STA-08 LED-03 a meeting that no one knows is not found, and what is known is beneath', async ({
  page,
}) => {
  const waitForText = await watchTexts(page)
  await page.goto('/past-stats/nobody/1700000000000')
  await expect(page.getByRole('main').getByText('Meeting was not found in stackdriver logs')).toBeVisible()
  await waitForText('Failed to display past meeting stats due to: Meeting was not found in stackdriver logs')
  await page.getByRole('link', { name: 'Audio ledger' }).click()
  await expect(page.getByText('Meetings with current filters were not found.')).toBeVisible()
  await waitForText('Fetching meeting stats...')
})

test('CAP-01 the capacities of the clusters, reloaded and left', async ({ page }) => {
  const waitForText = await watchTexts(page)
  await page.goto('/discovery_worker_cluster_capacities')
  await waitForText('Fetching discovery worker cluster capacities...')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Cluster',
    'Calls Availability',
    'Calls Count',
    'Region',
  ])
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('figure', { name: 'Calls by cluster' }).locator('canvas')).toBeVisible()
  await expect(page.getByText(/^\d+ s old$/)).toBeVisible()
  const asked = page.waitForResponse(/discovery_worker_cluster_capacities/)
  await page.getByRole('button', { name: 'Reload Capacities' }).click()
  expect((await asked).status()).toBe(200)
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(readFileSync(await csv.path(), 'utf8')).toContain('calls_availability')
  // By itself, without another click.
  const refreshed = page.waitForResponse(/discovery_worker_cluster_capacities/)
  await page.getByRole('switch', { name: 'Refresh every 10 s' }).click()
  expect((await refreshed).status()).toBe(200)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await waitForText('Exiting discovery clusters capacities page...')
  await waitForText('Discovery cluster capacities page successfully closed')
  await expect(page).toHaveURL('/')
  await page.route(`**${pathOf(clusterCapacities)}`, route => route.fulfill({ json: {} }))
  await page.goto('/discovery_worker_cluster_capacities')
  await expect(page.getByText('Discovery worker cluster capacities were not found.')).toBeVisible()
  const clusters = {
    blue: { callsAvailability: 0, callsCount: 4, region: 'us' },
    green: { callsAvailability: 3, callsCount: 1, region: 'eu' },
  }
  await page.route(`**${pathOf(clusterCapacities)}`, route => route.fulfill({ json: clusters }))
  await page.getByRole('button', { name: 'Reload Capacities' }).click()
  await expect(page.getByText(/^Calls Count is what runs now/)).toBeVisible()
  await expect(page.getByRole('row', { name: /blue/ })).toContainText('0 full')
  await expect(page.getByRole('list', { name: 'Values, all' })).toHaveText('allRunning 5Free 3')
  await page.getByRole('button', { name: 'eu', exact: true }).click()
  await expect(page).toHaveURL(/\?region=eu$/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Values, all' })).toHaveText('allRunning 1Free 3')
  await page.getByRole('button', { name: 'All regions' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(await seriousFindings(page)).toEqual([])
})

test('USE-01 the usage of a region by day and site, and a day without any', async ({
  page,
  server,
  signedInState,
}) => {
  await createMeeting(server.origin, await signedInState())
  const env = (await (await fetch(`${server.origin}/env`)).json()) as { default_client_region: string }
  const today = new Date().toISOString().slice(0, 10)
  const waitForText = await watchTexts(page)
  const asked = page.waitForRequest(request => request.url().includes(pathOf(perSiteUsage)))
  await page.goto(`/per_site_usage_stats/${env.default_client_region}/${Date.now() - 1000}/${Date.now()}`)
  expect(new URL((await asked).url()).searchParams.get('end_date')).toBe(today)
  await waitForText('Fetching per site usage stats...')
  await expect(
    page.getByRole('table', { name: /^Sites on \d{4}-[A-Z][a-z]{2}-\d\d$/ }).getByRole('row'),
  ).not.toHaveCount(1)
  await expect(
    page.getByRole('figure', { name: 'Meetings per day and site' }).locator('canvas'),
  ).toBeVisible()
  await expect(page.getByText(/^Counted are the meetings that began on each day/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Values, all days' })).toContainText(/ \d+$/)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Dates (UTC)' }).fill('1970/01/02-1970/01/03')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/86400000\/259199999$/)
  await expect(page.getByText('Site usage stats with current filter was not found.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to start' }).click()
  await waitForText('Exiting per site stats page...')
  await waitForText('Per site stats successfully closed')
  await page.goto(`/per_site_usage_stats/${env.default_client_region}/1000/2000`)
  await expect(page.getByText('Site usage stats with current filter was not found.')).toBeVisible()
  await waitForText('Per site stats for selected date was not found')
  const refusal = { message: 'Client Exception', errors: [{ description: 'Not today' }], trackingId: 't' }
  await page.route(`**${pathOf(perSiteUsage)}?*`, route => route.fulfill({ status: 422, json: refusal }))
  await page.reload()
  await waitForText('Fetching per site usage stats data was failed: Not today')
})

test('the system page, from the bar: what answers, and the only node, drained after a question, takes work again', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveURL('/system')
  await expect(page.getByText('database', { exact: true })).toBeVisible()
  // What is not configured is grey and says so: it is neither well nor ill.
  const health = page.getByRole('region', { name: 'Health' })
  const state = (name: string) =>
    health.locator('div', { has: page.getByText(name, { exact: true }) }).locator('[data-state]')
  await expect(state('cache')).toHaveText('Off')
  await expect(state('cache')).toHaveAttribute('data-state', 'off')
  await expect(state('database')).toHaveText('OK')
  await expect(page.getByRole('meter').first()).toHaveAttribute('aria-valuetext', /GiB free of .* GiB/)
  const hours = page.getByRole('region', { name: 'Last 6 hours' })
  await expect(hours.getByRole('figure')).toHaveText([
    /^Recordings waiting 0/,
    /^Recognition speed (–|[0-9.]+ × real time)/,
    /^Errors a minute \d/,
    /^Memory \d+ MiB/,
  ])
  let asked = 0
  page.on('request', request => {
    if (request.method() !== 'GET' && request.url().includes('drain')) asked++
  })
  const drain = page.getByRole('button', { name: 'Drain' })
  await drain.click()
  const dialog = page.getByRole('dialog', { name: /^Drain .+\?$/ })
  await expect(dialog).toContainText('takes no new calls and recordings')
  await expect(dialog.getByRole('alert')).toContainText('the only node that takes calls and recordings')
  expect(await seriousFindings(page)).toEqual([])
  await expect(dialog.getByRole('button', { name: 'Drain' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep it working' }).click()
  await expect(dialog).toBeHidden()
  expect(asked).toBe(0)

  await drain.click()
  const pod = /^Drain (.+)\?$/.exec((await dialog.getByRole('heading').textContent()) ?? '')![1]!
  const second = dialog.getByRole('textbox', { name: `Type ${pod} to drain it all the same` })
  await second.fill('another node')
  await expect(dialog.getByRole('button', { name: 'Drain' })).toBeDisabled()
  await second.fill(pod)
  await dialog.getByRole('button', { name: 'Drain' }).click()
  await expect(page.getByRole('row', { name: pod })).toContainText('Draining')
  await page.getByRole('button', { name: 'Take work again' }).click()
  await expect(drain).toBeVisible()
  expect(asked).toBe(2)
  expect(await seriousFindings(page)).toEqual([])
})
