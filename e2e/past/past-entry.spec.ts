import type { MeetingDetail } from '@livetap/contract'
import { deleteMeeting, getMeeting, meetingStatus } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page, Route } from '@playwright/test'
import { axeFindings } from '../support/browser/axe'
import { keepToasts } from '../support/browser/kept-toasts'
import { bearerOf, createMeeting, endMeeting } from '../support/live/live-meeting'
import { expect, openReady, test } from '../support/past/past-test'

const refuse = (status: number, description: string) => (route: Route) =>
  route.fulfill({
    status,
    json: { message: 'Client Exception', errors: [{ description }], trackingId: 'TRACK-7' },
  })
const notReady = refuse(409, 'Meeting is not yet ready (recognise, 40 %)')

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

/** What came by now is handled: the next attempt has its timer. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))

test('PAS-02 a meeting that still runs warns and opens in the live view, which asks for no microphone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { microphoneAsked: 0 })
    navigator.mediaDevices.getUserMedia = () => {
      ;(window as unknown as { microphoneAsked: number }).microphoneAsked += 1
      return Promise.reject(new DOMException('asked', 'NotAllowedError'))
    }
  })
  await page.goto('/past/live')
  await expect(toast(page, 'Meeting has not ended. Redirecting to live page view..')).toBeVisible()
  await expect(page).toHaveURL('/live/live/do_not_record_audio')
  await expect(page.getByText('You follow this meeting without a microphone.')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { microphoneAsked: number }).microphoneAsked)).toBe(
    0,
  )
})

test('PAS-03 it polls 60 times, 5 s apart, and says what is not yet ready; a recording still in work waits for Check again', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.clock.install()
  let asked = 0
  await page.route('**/talk/transcript?**', route => {
    asked += 1
    return notReady(route)
  })
  await page.route('**/talk/audio?**', notReady)
  await page.route(`**${pathOf(getMeeting, { id: 'talk' })}`, async route => {
    const response = await route.fetch()
    const detail = (await response.json()) as MeetingDetail
    await route.fulfill({ response, json: { ...detail, status: 'processing', stage: 'recognise' } })
  })
  await page.goto('/past/talk')
  await expect(toast(page, 'Transcripts are not yet ready').first()).toBeVisible()
  await expect(toast(page, 'Audio url is not yet ready').first()).toBeVisible()
  expect(asked).toBe(1)
  for (let attempt = 2; attempt <= 60; attempt++) {
    if (attempt < 5) {
      await page.clock.fastForward(4000)
      expect(asked).toBe(attempt - 1)
    }
    const answered = page.waitForResponse('**/talk/audio?**')
    await page.clock.fastForward(attempt < 5 ? 1100 : 5100)
    await expect.poll(() => asked, { intervals: [20] }).toBe(attempt)
    await answered
    await twoFrames(page)
  }
  const again = page.getByRole('button', { name: 'Check again' })
  await expect(again).toBeVisible()
  await page.clock.fastForward(20_000)
  expect(asked).toBe(60)
  await again.click()
  await expect.poll(() => asked).toBe(61)
  await expect(page.getByTestId('processing')).toContainText('attempt 1 of 60')
})

test('PAS-03 it opens by itself as soon as everything is there', async ({ page }) => {
  await page.clock.install()
  await page.route('**/talk/transcript?**', notReady, { times: 2 })
  await page.goto('/past/talk')
  await expect(toast(page, 'Transcripts are not yet ready').first()).toBeVisible()
  // The next wait begins when an answer has come, which a busy machine may need a while for.
  const first = page.getByTestId('transcript-list').getByRole('listitem').first()
  await expect(async () => {
    await page.clock.fastForward(5100)
    await expect(first).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})

test('PAS-04 each wait has its text', async ({ page }) => {
  const gates = new Map<string, () => void>()
  for (const name of ['status', 'transcript?**', 'highlights', 'audio?**', 'media']) {
    const held = new Promise<void>(resolve => gates.set(name, resolve))
    await page.route(name === 'media' ? '**/media/**' : `**/talk/${name}`, async route => {
      await held
      await route.continue().catch(() => {})
    })
  }
  await page.goto('/past/talk')
  const status = page.getByTestId('past-status')
  await expect(status).toHaveText('Fetching meeting status...')
  gates.get('status')!()
  await expect(status).toHaveText('Fetching transcripts...')
  gates.get('transcript?**')!()
  await expect(status).toHaveText('Fetching highlights...')
  gates.get('highlights')!()
  await expect(status).toHaveText('Fetching audio url...')
  gates.get('audio?**')!()
  await expect(status).toHaveText('Preparing audio player...')
  gates.get('media')!()
  const bar = page.getByTestId('play-bar')
  await expect(bar).toContainText('Paused')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(bar).toContainText('Playing')
})

test('PAS-17 transcripts that cannot be had fail the meeting, with what to try', async ({ page }) => {
  await page.goto('/past/there-is-no-such-meeting')
  await expect(page.getByText(/^Setup meeting past services flow failed: /).first()).toBeVisible()
  await page.route('**/talk/transcript?**', refuse(403, 'Not yours'))
  await page.goto('/past/talk')
  const failed = page
    .getByRole('alert')
    .filter({ hasText: 'Init meeting failed due to failed past transcripts fetch' })
  await expect(failed.first()).toBeVisible()
  await expect(page.getByText('TRACK-7').first()).toBeVisible()
  await page.unroute('**/talk/transcript?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('transcript-list').getByRole('listitem').first()).toBeVisible()
})

test('PAS-11 a call in which nothing was heard opens without a recording, without asking for one and without an error', async ({
  page,
  server,
  signedInState,
}) => {
  const state = await signedInState()
  const meetingId = await createMeeting(server.origin, state)
  await endMeeting(server.origin, state, meetingId)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await keepToasts(page)
  await page.goto(`/past/${meetingId}`)
  await expect(toast(page, 'No Transcripts found for this meeting')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Nothing was heard in this meeting, so nothing was recorded.')).toBeVisible()
  await expect(page.getByText('can still be played')).toHaveCount(0)
  await expect(page.getByTestId('play-bar')).not.toContainText('Player not inited')
  await expect(toast(page, 'Failed past audio url fetch')).toHaveCount(0)
  await page.getByRole('tab', { name: /Highlights/ }).click()
  await expect(toast(page, 'No Highlights found for this meeting')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  // While the call is being ended its sound may have been asked for; never once it was known that there is none.
  const last = asked.lastIndexOf(pathOf(getMeeting, { id: meetingId }))
  await page.reload()
  await expect(toast(page, 'No Transcripts found for this meeting')).toBeVisible({ timeout: 60_000 })
  const paths = asked.slice(last + 1)
  expect(paths).toContain(pathOf(meetingStatus, { id: meetingId }))
  expect(paths.filter(path => /\/(audio|video|peaks)$/.test(path))).toEqual([])
})

test('PAS-17 of a deleted meeting the page says when it was deleted and by whom', async ({
  page,
  server,
  signedInState,
}) => {
  const state = await signedInState()
  const meetingId = await createMeeting(server.origin, state)
  await endMeeting(server.origin, state, meetingId)
  const deleted = await fetch(server.origin + pathOf(deleteMeeting, { id: meetingId }), {
    method: deleteMeeting.method,
    headers: bearerOf(state),
  })
  expect(deleted.status).toBe(204)
  await keepToasts(page)
  await page.goto(`/past/${meetingId}`)
  await expect(toast(page, 'This meeting was deleted')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Deleted on \d{4}-\w{3}-\d\d .+ by ann@example\.org\.$/)).toBeVisible()
  await expect(page.getByText(/flow failed|Player not inited/)).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Back to start' }).click()
  await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()
})

test('PAS-13 PAS-17 without audio or highlights the transcript still opens and the bar says why', async ({
  page,
}) => {
  await page.route('**/mute/highlights', refuse(400, 'none'))
  await page.goto('/past/mute')
  await expect(toast(page, 'Failed past audio url fetch')).toBeVisible()
  await expect(toast(page, 'Highlights fetching failed')).toBeVisible()
  await expect(page.getByTestId('play-bar')).toContainText('Player not inited')
  await expect(page.getByTestId('past-status')).toHaveText('Player is not ready...')
  await page.locator('body').press('k')
  await expect(toast(page, 'Local player is not inited...')).toBeVisible()
  await page.getByRole('tab', { name: /Highlights/ }).click()
  const list = page.getByTestId('highlight-list')
  await expect(list).toContainText('Highlights fetching failed')
  await expect(list).not.toContainText('Nothing was marked')
  await page.unroute('**/mute/highlights')
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list).toContainText('Nothing was marked')
})

test('PAS-13 PAS-16 PAS-17 audio that cannot be decoded says so and can be tried again', async ({ page }) => {
  await page.route('**/media/**', route =>
    route.fulfill({ status: 200, body: 'no audio at all', contentType: 'audio/flac' }),
  )
  await page.goto('/past/silent')
  await expect(page.getByText(/^Failed local player start: /)).toContainText('format is not supported')
  await expect(page.getByTestId('play-bar')).toContainText('Player init failed')
  await page.unroute('**/media/**')
  await page.getByTestId('play-bar').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
})

test('PAS-12 a video that cannot be played is removed', async ({ page }) => {
  await page.route('**/talk/video', route => route.fulfill({ json: { url: '/no-such-video.mp4' } }))
  await openReady(page, 'talk')
  await expect(toast(page, 'Video was not found')).toBeVisible()
  await expect(page.getByTestId('video')).toHaveCount(0)
})

test('a meeting in processing shows its stage and can be cancelled; a failed one can be processed again', async ({
  page,
}) => {
  await page.goto('/past/processing')
  const panel = page.getByTestId('processing')
  await expect(panel).toContainText('Meeting is not yet ready')
  await expect(panel).toContainText('Stage 5 of 10: recognition')
  await expect(panel).toContainText('42 %')
  const cancelled = page.waitForRequest('**/processing/processing/cancel')
  await panel.getByRole('button', { name: 'Cancel processing' }).click()
  await cancelled
  await page.goto('/past/failed')
  await expect(page.getByRole('alert', { name: 'Why this meeting failed' })).toContainText(
    'The file holds no audio',
  )
  const retried = page.waitForRequest('**/failed/processing/retry')
  await page.getByRole('button', { name: 'Try again' }).click()
  await retried
})

test('UPL-07 a file that is not readable audio can be deleted or replaced, not tried again', async ({
  page,
}) => {
  await page.goto('/past/notes')
  const failed = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: 'This file is not readable audio' })
  await expect(failed.getByRole('link', { name: 'Upload another' })).toHaveAttribute(
    'href',
    '/?mode=upload_audio',
  )
  await expect(page.getByRole('button', { name: /again$/ })).toHaveCount(0)
  await failed.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete meeting' })).toBeVisible()
})

test('STA-08 without an end in the logs the statistics say what is known: status, stage and error', async ({
  page,
}) => {
  await page.goto('/past-stats/notes/1767600000000')
  await expect(page.getByRole('main').getByText('Meeting was not found in stackdriver logs')).toBeVisible()
  const known = page.getByRole('region', { name: 'What is known' })
  for (const fact of ['failed', 'decode', 'This file is not readable audio'])
    await expect(known).toContainText(fact)
})

test('PAS-20 the audio is answered in ranges', async ({ page, server }) => {
  const asked = page.waitForResponse(response => response.url().includes('/audio?audio_type=flac'))
  await openReady(page, 'silent')
  const { url } = (await (await asked).json()) as { url: string }
  const part = await page.request.get(new URL(url, server.origin).href, {
    headers: { range: 'bytes=100-199' },
  })
  expect(part.status()).toBe(206)
  expect((await part.body()).length).toBe(100)
})
