import { ledgerEvents } from '@livetap/contract'
import { perSiteUsage } from '@livetap/contract/endpoints/diagnostics'
import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { seriousFindings } from './support/axe'
import { createMeeting, enter, rows } from './support/live-meeting'
import { expect, test } from './support/speaking'
import { watchTexts } from './support/watch-texts'

const value = (page: Page, row: string) => page.locator(`[data-row="${row}"] td`).first()

test.describe('of one meeting', () => {
  test.describe.configure({ timeout: 300_000 })

  test('STA-01 STA-04 LED-01 a meeting that was held is read on its statistics, its ledger and in the logs', async ({
    speak,
    server,
    signedInState,
  }) => {
    const meetingId = await createMeeting(server.origin, await signedInState())
    const startMs = Date.now() - 60_000
    const page = await speak([loadRecording('jfk')])
    const told = await watchTexts(page)
    await enter(page, meetingId)
    await expect(rows(page).first()).toBeVisible({ timeout: 150_000 })
    await page.getByRole('button', { name: 'End Call' }).click()
    await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
    await expect(page.getByTestId('transcript-list')).toContainText('Americans', { timeout: 120_000 })

    await page.goto(`/past-stats/${encodeURIComponent(meetingId)}/${startMs}`)
    await expect(page.getByRole('columnheader')).toHaveText(['Metrics', 'Values', 'Stackdriver Url'])
    await expect(value(page, 'end-reason')).toHaveText('dropped')
    await expect(value(page, 'vmc-recording')).toHaveText(/^\d+$/)
    await expect(value(page, 'transcripts')).toHaveText(/^[1-9]\d*$/)
    await expect(value(page, 'deleted')).toHaveText('Meeting is not deleted')
    await expect(value(page, 'portal-absolute')).toHaveText('Value Was Not Found')
    const local = await value(page, 'start').textContent()
    await page.getByRole('button', { name: 'Change Date To Gmt' }).click()
    await told('Gmt date!')
    await expect(value(page, 'start')).toHaveText(/\+00:00$/)
    await page.getByRole('button', { name: 'Change Date To Local' }).click()
    await told('Date is local!')
    await expect(value(page, 'start')).toHaveText(local!)
    await page.getByRole('button', { name: 'Show Meeting ID' }).click()
    await told('Copied Meeting ID!')
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Open Audio Ledgers Stats' }).click()
    await expect(page.getByRole('heading', { name: `Meeting events (${meetingId})` })).toBeVisible()
    const events = page.getByRole('list', { name: 'Time line' }).getByRole('heading')
    await expect(events.first()).toHaveText(ledgerEvents.meetingCreated.name)
    await page.getByLabel('Filter the events').fill(ledgerEvents.meetingEnded.name)
    await expect(events).toHaveText([ledgerEvents.meetingEnded.name])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Open Stackdriver Stats' }).click()
    await expect(page).toHaveURL(/\/past-stats\/[^/]+\/\d+\/\d+$/)
    await expect(value(page, 'end-reason')).toHaveText('dropped')

    await page.getByRole('link', { name: 'Log entries of End reason' }).click()
    await expect(page.getByRole('cell', { name: 'meeting ended: dropped' })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to start' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('STA-02 STA-08 LED-03 a meeting that nobody knows is not found, and what is known stands beneath', async ({
  page,
}) => {
  const told = await watchTexts(page)
  await page.goto('/past-stats/nobody/1700000000000')
  await expect(page.getByRole('main').getByText('Meeting was not found in stackdriver logs')).toBeVisible()
  await told('Failed to display past meeting stats due to: Meeting was not found in stackdriver logs')
  await page.getByRole('link', { name: 'Audio ledger' }).click()
  await expect(page.getByText('Meetings with current filters were not found.')).toBeVisible()
})

test('CAP-01 the capacities of the clusters, reloaded and left', async ({ page }) => {
  const told = await watchTexts(page)
  await page.goto('/discovery_worker_cluster_capacities')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Cluster',
    'Calls Availability',
    'Calls Count',
    'Region',
  ])
  await expect(page.getByRole('row')).toHaveCount(2)
  const asked = page.waitForResponse(/discovery_worker_cluster_capacities/)
  await page.getByRole('button', { name: 'Reload Capacities' }).click()
  expect((await asked).status()).toBe(200)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await told('Exiting discovery clusters capacities page...')
  await told('Discovery cluster capacities page successfully closed')
  await expect(page).toHaveURL('/')
})

test('USE-01 the usage of a region by day and site, and a day without any', async ({
  page,
  server,
  signedInState,
}) => {
  await createMeeting(server.origin, await signedInState())
  const env = (await (await fetch(`${server.origin}/env`)).json()) as { default_client_region: string }
  const today = new Date().toISOString().slice(0, 10)
  const told = await watchTexts(page)
  const asked = page.waitForRequest(request => request.url().includes(pathOf(perSiteUsage)))
  await page.goto(`/per_site_usage_stats/${env.default_client_region}/${Date.now() - 1000}/${Date.now()}`)
  expect(new URL((await asked).url()).searchParams.get('end_date')).toBe(today)
  await expect(page.getByRole('table', { name: `Sites on ${today}` }).getByRole('row')).not.toHaveCount(1)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await told('Exiting per site stats page...')
  await told('Per site stats successfully closed')
  await page.goto(`/per_site_usage_stats/${env.default_client_region}/1000/2000`)
  await expect(page.getByText('Site usage stats with current filter was not found.')).toBeVisible()
})
