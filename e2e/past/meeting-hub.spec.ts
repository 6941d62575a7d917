import { ledgerEvents, logsPath, type MeetingDetail, metrics } from '@livetap/contract'
import { audioLedgers, searchLogs } from '@livetap/contract/calls/diagnostics'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { findingsInBothColors } from '../support/browser/axe'
import { expect, isPaused, openReady, positionMs, test } from '../support/past/past-test'

const screen = (page: Page, name: string) => page.locator(`main[data-screen="${name}"]`)
const views = (page: Page) => page.getByRole('navigation', { name: 'Views of this meeting' })

test('one header leads from each view of a meeting to the others, and the tab is named after the meeting', async ({
  page,
}) => {
  await openReady(page, 'talk')
  const heading = page.getByTestId('meeting-heading')
  const steps = [
    ['Timeline', 'audioLedgersStats', 'Meeting events (talk)'],
    ['Statistics', 'pastStats', 'Meeting stats'],
    ['Logs', 'logs', 'Logs'],
    ['Training', 'pastTrainable', 'Trainable meeting'],
  ] as const
  for (const [label, name, title] of steps) {
    await views(page).getByRole('link', { name: label }).click()
    await expect(screen(page, name)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(views(page).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
    await expect(heading).toContainText(/^Two readersReady .*1:11 · 2 speakers · English · Host: /)
    await expect(page).toHaveTitle(/^Two readers · .+ · Livetap$/)
    expect(await findingsInBothColors(page)).toEqual([])
  }
  await views(page).getByRole('link', { name: 'Highlights 2' }).click()
  await expect(screen(page, 'past')).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Highlights/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Meeting past successfully closed')).toHaveCount(0)
  expect(await findingsInBothColors(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await expect(page).toHaveTitle('Start · Livetap')
})

test('by the keys 1 to 6 every view of a meeting is reached, and the list of keys says so', async ({
  page,
}) => {
  await page.goto(logsPath({ meeting: 'talk' }))
  await expect(views(page).getByRole('link', { name: 'Statistics' })).toBeVisible()
  const body = page.locator('body')
  for (const [key, name] of [
    ['3', 'audioLedgersStats'],
    ['4', 'pastStats'],
    ['5', 'logs'],
    ['6', 'pastTrainable'],
    ['2', 'past'],
  ] as const) {
    await body.press(key)
    await expect(screen(page, name)).toBeVisible()
    await expect(page.getByTestId('meeting-title')).toHaveText('Two readers')
  }
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect(tab(/^Highlights/)).toHaveAttribute('aria-selected', 'true')
  await body.press('1')
  await expect(tab(/^Transcripts/)).toHaveAttribute('aria-selected', 'true')
  await body.press('?')
  for (const label of ['Timeline', 'Statistics', 'Logs', 'Training'])
    await expect(page.getByRole('row', { name: `Open the view: ${label}` })).toBeVisible()
})

test('a view that is opened directly heads the meeting with all that is known, without its transcript', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  for (const address of ['/audio-ledgers-stats/talk', '/logs?meeting=talk', '/past_trainable/talk']) {
    await page.goto(address)
    await expect(page.getByTestId('meeting-heading')).toContainText('2 speakers · English · Host: ')
    for (const name of [/^Transcripts \d+$/, 'Highlights 2'])
      await expect(views(page).getByRole('link', { name })).toBeVisible()
  }
  expect(asked.filter(path => path.endsWith('/transcript'))).toEqual([])
})

test('the title is changed in place on any view, and holds on the others', async ({ page }) => {
  await page.goto('/audio-ledgers-stats/rename')
  await page.getByRole('button', { name: 'rename: rename this meeting' }).click()
  await page.getByLabel('Title of the meeting').fill('Weekly planning')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('meeting-title')).toHaveText('Weekly planning')
  await expect(page).toHaveTitle('Weekly planning · Audio ledger · Livetap')
  await views(page).getByRole('link', { name: 'Transcripts' }).click()
  await expect(page.getByTestId('meeting-title')).toHaveText('Weekly planning')
  // The header is whole once its tabs are there.
  await expect(page.getByRole('tab', { name: /^Transcripts/ })).toBeVisible()
  await page.getByRole('button', { name: 'About this meeting' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('rename', { exact: true })).toBeVisible()
})

test('the state says how far a recording is, and why one failed', async ({ page }) => {
  await page.goto('/audio-ledgers-stats/processing')
  await expect(page.getByTestId('meeting-state')).toHaveText('Transcribing stage 5 of 10')
  await page.goto('/audio-ledgers-stats/failed')
  await page
    .getByTestId('meeting-state')
    .getByRole('link', { name: 'Failed The file holds no audio' })
    .click()
  await expect(screen(page, 'past')).toBeVisible()
})

test('the word of the state is whole in windows of every width', async ({ page }) => {
  for (const [id, word] of [
    ['processing', 'Transcribing'],
    ['failed', 'Failed'],
  ] as const) {
    await page.goto(`/audio-ledgers-stats/${id}`)
    await page.getByTestId('meeting-title').click()
    await page.getByLabel('Title of the meeting').fill('Quarterly planning of the platform team, second part')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('meeting-title')).toHaveText(/second part$/)
    const state = page.getByTestId('meeting-state')
    for (const width of [1440, 1100, 900, 720, 600, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await expect(state.getByText(word)).toBeVisible()
      const [around, inside] = [await state.boundingBox(), await state.getByText(word).boundingBox()]
      expect(inside!.x + inside!.width, `${word} at ${width}`).toBeLessThanOrEqual(
        around!.x + around!.width + 0.5,
      )
      const next = await page.getByRole('button', { name: 'About this meeting' }).boundingBox()
      expect(
        next!.y > around!.y + 9 || next!.x >= around!.x + around!.width,
        `${word} at ${width}, before its neighbour`,
      ).toBe(true)
    }
  }
})

type Probed = Window & { probe: HTMLAudioElement }

test('the recording plays on from the past view to the timeline and back, at its place and without being loaded again', async ({
  page,
}) => {
  await openReady(page, 'talk', '?t=8')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.evaluate(() => {
    ;(window as unknown as Probed).probe.title = 'the first one'
  })
  const loads: string[] = []
  page.on('request', request => {
    if (/\/transcript\?|audio_type=/.test(request.url())) loads.push(request.url())
  })
  await views(page).getByRole('link', { name: 'Timeline' }).click()
  await expect(screen(page, 'audioLedgersStats')).toBeVisible()
  const bar = page.getByTestId('hub-play-bar')
  await expect(bar.getByTestId('hub-position')).toHaveText(/^00:00:(09|1\d)$/)
  await expect.poll(() => positionMs(page)).toBeGreaterThan(9_000)
  expect(await isPaused(page)).toBe(false)
  expect(await findingsInBothColors(page)).toEqual([])
  await page.locator('body').press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await bar.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => isPaused(page)).toBe(false)
  const before = await positionMs(page)
  await page.locator('body').press('1')
  await expect(page.getByTestId('play-bar')).toContainText('Playing')
  expect(await positionMs(page)).toBeGreaterThanOrEqual(before)
  expect(await isPaused(page)).toBe(false)
  expect(await page.evaluate(() => (window as unknown as Probed).probe.title)).toBe('the first one')
  expect(loads).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await expect(screen(page, 'launcher')).toBeVisible()
  await expect.poll(() => isPaused(page)).toBe(true)
})

test('a view that is opened directly plays the moment at which an event was written', async ({ page }) => {
  await page.route(`**${pathOf(audioLedgers, { id: 'talk' })}`, async route => {
    const start = Date.parse(await talkStart)
    const at = (id: string, ms: number) => ({
      ...{ id, name: `event_${id}`, createdAt: new Date(start + ms).toISOString() },
      eventFields: [],
    })
    await route.fulfill({ json: { ledger_events: [at('1', -5_000), at('2', 20_000)] } })
  })
  const answered = page.waitForResponse(`**${pathOf(getMeeting, { id: 'talk' })}`)
  const talkStart = answered.then(async response => ((await response.json()) as MeetingDetail).start)
  await page.goto('/audio-ledgers-stats/talk')
  const events = page.getByRole('list', { name: 'Time line' }).getByRole('listitem')
  await expect(events).toHaveCount(2)
  const moment = page.getByRole('button', { name: 'Play this moment' })
  await expect(moment, 'before the recording began there is nothing to play').toHaveCount(1)
  await moment.press('Enter')
  await expect(page.getByTestId('hub-position')).toHaveText(/^00:00:2\d$/, { timeout: 40_000 })
  await expect.poll(() => positionMs(page)).toBeGreaterThan(20_500)
  await page.getByRole('button', { name: 'Close the player' }).click()
  await expect(page.getByTestId('hub-play-bar')).toHaveCount(0)
  await expect.poll(() => isPaused(page)).toBe(true)
})

test('a failed meeting opens on its diagnosis, which is tried again or copied for support; no player stands there', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const event = (id: string, name: string, createdAt: string) => ({ id, name, createdAt, eventFields: [] })
  await page.route(`**${pathOf(audioLedgers, { id: 'failed' })}`, route =>
    route.fulfill({
      json: {
        ledger_events: [
          event('1', ledgerEvents.recordingUploaded.name, '2026-03-02T10:00:01.000Z'),
          event('2', ledgerEvents.meetingEnded.name, '2026-03-02T10:00:02.000Z'),
        ],
      },
    }),
  )
  await page.route(`**${pathOf(searchLogs)}?meeting=failed*`, route =>
    route.fulfill({
      json: {
        entries: [
          {
            ...{ id: '7', time: '2026-03-02T10:00:02.000Z', severity: 'ERROR', service: 'wrapi' },
            ...{ metric: metrics.meetingEndReason.name, pod: 'host-1', meeting: 'failed' },
            ...{ message: 'meeting ended: failed', fields: { stage: 'decode' } },
          },
        ],
        next: null,
      },
    }),
  )
  await page.goto('/past/failed')
  const why = page.getByRole('alert', { name: 'Why this meeting failed' })
  await expect(why).toContainText('The file holds no audio')
  await expect(why).toContainText('decode')
  await expect(why.getByRole('link', { name: ledgerEvents.recordingUploaded.name })).toBeVisible()
  await expect(why.getByRole('link', { name: 'meeting ended: failed' })).toHaveAttribute(
    'href',
    logsPath({ meeting: 'failed' }),
  )
  await expect(views(page).getByRole('img', { name: '1 error' })).toBeVisible()
  await expect(page.getByTestId('play-bar')).toHaveCount(0)
  expect(await findingsInBothColors(page)).toEqual([])
  await why.getByRole('button', { name: 'Copy report for support' }).press('Enter')
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('Cause: The file holds no audio\n')
  expect(report).toContain(`Last good event: ${ledgerEvents.recordingUploaded.name} #1`)
  expect(report).toContain('meeting ended: failed {"stage":"decode"}')
  // The meeting stays as it is for the tests that read it.
  const retry = '**/failed/processing/retry'
  await page.route(retry, route => route.fulfill({ status: 202 }))
  const retried = page.waitForRequest(retry)
  await why.getByRole('button', { name: 'Try again' }).press('Enter')
  await retried
})

test('where the ledger and the logs are not for us the diagnosis says what the meeting itself knows', async ({
  page,
}) => {
  const unknown = { status: 404, json: { message: 'Client Exception', errors: [], trackingId: 't' } }
  await page.route(`**${pathOf(audioLedgers, { id: 'notes' })}`, route => route.fulfill(unknown))
  await page.route(`**${pathOf(searchLogs)}?*`, route => route.fulfill(unknown))
  await page.goto('/past/notes')
  const why = page.getByRole('alert', { name: 'Why this meeting failed' })
  await expect(why).toContainText('This file is not readable audio')
  await expect(why).toContainText('decode')
  await expect(why).not.toContainText('Last good event')
  await expect(views(page).getByRole('link', { name: 'Logs' })).toHaveText('Logs ')
})
