import AxeBuilder from '@axe-core/playwright'
import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { liveTranscript } from '@livetap/contract/endpoints/live-meetings'
import type { Page } from '@playwright/test'
import { connection, createMeeting, enter, rows, watching } from './support/live-meeting'
import { expect, test } from './support/speaking'
import { watchTexts } from './support/watch-texts'

// Many steps each, on machines of any speed.
test.describe.configure({ timeout: 120_000 })

test('LIV-05 ACC-16 a refused microphone is reported, and the meeting is followed without it', async ({
  speak,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const page = await speak([], { allowed: false })
  const told = await watchTexts(page)
  await page.goto(`/live/${meetingId}`)
  await told('Your microphone permission is denied')
  await expect(connection(page, 'Connected')).toBeVisible()
  await expect(page.getByTestId('microphone')).toContainText('Your microphone permission is denied')
})

test('LIV-02 PAS-02 a past view of a running meeting leads to it, and a live view of an ended one to its past', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const told = await watchTexts(page)
  await page.goto(`/past/${meetingId}`)
  await told('Meeting has not ended. Redirecting to live page view..')
  await expect(page).toHaveURL(`/live/${encodeURIComponent(meetingId)}/do_not_record_audio`)
  await expect(connection(page, 'Connected')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  await page.goto(`/live/${meetingId}`)
  await told('Meeting has ended. Redirecting to past page view..')
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`)
})

test('LAU-16 LAU-19 a new meeting is created in its region, given its phrases, and opened', async ({
  page,
}) => {
  await page.goto('/?mode=create_meeting')
  const asked: { call: string; url: URL; body: Record<string, unknown> }[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (/\/web\/meetings(\/[^/]+)?$/.test(url.pathname) && request.method() !== 'GET')
      asked.push({ call: request.method(), url, body: request.postDataJSON() })
  })
  await page.getByRole('button', { name: 'START!' }).click()
  await expect(page).toHaveURL(/\/live\/[^/]+$/, { timeout: 30_000 })
  expect(asked.map(({ call }) => call)).toEqual(['POST', 'PATCH'])
  const [created, phrased] = asked
  expect(created!.url.searchParams.get('client_region')).toMatch(/\w/)
  expect(created!.url.searchParams.get('skip_load_balancing')).toMatch(/^(true|false)$/)
  expect(created!.url.searchParams.get('webex_site_id')).toMatch(/\w/)
  expect(created!.url.searchParams.get('webex_site_name')).toMatch(/\w/)
  expect(created!.body).toEqual({ start_at_utc: expect.any(String), enable_ensemble: true })
  expect(phrased!.url.pathname.split('/').at(-1)).toBe(new URL(page.url()).pathname.split('/').at(-1))
  const phrases = phrased!.body.custom_phrases as object[]
  expect(phrases.length).toBeGreaterThan(0)
  for (const phrase of phrases)
    expect(phrase).toEqual({ category_name: expect.any(String), phrase: expect.any(String) })
})

test('LIV-13 what is kept of a meeting is shown to everyone in it when it changes', async ({
  page,
  context,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const other = await context.newPage()
  for (const one of [page, other]) await enter(one, meetingId, watching)
  await expect(other.getByLabel('State of the meeting')).toContainText('Recordingon')
  await page.getByRole('button', { name: 'Set Hotword Status' }).click()
  for (const name of ['Recording', 'Transcription']) {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: 'Off' }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Send' }).click()
  for (const one of [page, other]) {
    await expect(one.getByLabel('State of the meeting')).toContainText('Recordingoff')
    await expect(one.getByLabel('State of the meeting')).toContainText('Transcriptionoff')
  }
})

test('LIV-30 while it lasts the screen says off the record, and a row says so in the live and the past view', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await enter(page, meetingId, watching)
  await page.getByRole('button', { name: 'Off the record' }).click()
  const state = page.getByLabel('State of the meeting')
  await expect(state).toContainText('Recordingoff the record')
  await expect(state).toContainText('Transcriptionoff the record')
  await expect(page.getByTitle('Time since the call started')).toHaveAttribute('data-recording', 'false')
  const row = page.getByTestId('off-the-record')
  await expect(row).toHaveText(/^Off the record 0:\d\d–0:\d\d$/)
  const text = (await row.textContent())!
  await expect(state).toContainText('Recordingon', { timeout: 20_000 })
  await expect(page.getByTitle('Time since the call started')).toHaveAttribute('data-recording', 'true')
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  await expect(page.getByTestId('off-the-record')).toHaveText(text, { timeout: 60_000 })
})

test('LIV-16 LIV-17 LIV-18 the header controls are small forms with their rules', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const told = await watchTexts(page)
  await enter(page, meetingId, watching)
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Show Meeting ID' }).click()
  await expect(page.getByRole('dialog').getByText(meetingId)).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Show WebSocket URL' }).click()
  await expect(page.getByText(/^ws:.*ticket=•••$/)).toBeVisible()
  await page.keyboard.press('Escape')

  await bar.getByRole('button', { name: 'Set CSI' }).click()
  const csi = page.getByRole('dialog', { name: 'Set CSI' }).getByRole('textbox')
  await csi.fill('')
  await expect(page.getByRole('button', { name: 'Set', exact: true })).toBeDisabled()
  await csi.fill('12')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(bar.getByRole('button', { name: 'Set CSI' })).toContainText('12')

  await bar.getByRole('button', { name: 'Translate (TTS)' }).click()
  await expect(page.getByLabel('Show translations while words are being said')).toBeChecked()
  await expect(page.getByLabel('Read finals aloud (TTS)')).not.toBeChecked()
  await page.getByRole('textbox', { name: 'Attendee CSI' }).fill('0')
  await expect(page.getByText('A whole number, 1 or more')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await page.keyboard.press('Escape')

  const status = page.waitForRequest(/livetap_notify_hotword$/)
  await bar.getByRole('button', { name: 'Set Hotword Status' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Recording' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await status).postDataJSON()).toEqual({ recording: false })

  await bar.getByRole('button', { name: 'Pause EVA' }).click()
  await told('Eva Muted!')
  await expect(page.getByTestId('eva')).toHaveAttribute('data-state', 'muted')
  await bar.getByRole('button', { name: 'Resume EVA' }).click()
  await told('EVA UnMuted!')
  await bar.getByRole('button', { name: 'Off the record' }).click()
  await expect(page.getByText(/^Off the record for \d+ s/)).toBeVisible()

  await bar.getByRole('button', { name: 'Change Meeting Language' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: /^es-ES/ }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await told('Meeting language changed (new language code is es-ES)!')
})

/** What was said so far is the test's own; the room behind it is the real one. */
async function withHistory(page: Page, results: readonly object[]): Promise<void> {
  await page.route(`**${pathOf(liveTranscript, { id: '*' })}`, route =>
    route.fulfill({ json: { results, seq: 0 } }),
  )
}

const final = (at: number) => ({
  id: `f-${at}`,
  transcript: { text: `Line number ${at}`, start_millis: at * 1000, end_millis: at * 1000 + 900, csis: [1] },
  translations: at === 4999 ? { es: 'Línea' } : {},
})

test('LIV-08 LIV-12 LIV-24 five thousand lines stay smooth; the list follows unless the pointer is over it', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await withHistory(
    page,
    Array.from({ length: 5000 }, (_, at) => final(at)),
  )
  await page.routeWebSocket(/\/hotword/, socket => {
    socket.connectToServer()
    socket.send('{ malformed')
  })
  await enter(page, meetingId, watching)
  await expect(page.getByRole('tab', { name: /^Transcripts/ })).toContainText('5000')
  await expect(page.getByText('Line number 4999')).toBeVisible()
  await expect(page.getByTestId('connection-facts')).toContainText('Unreadable messages1')
  expect(await rows(page).count()).toBeLessThan(80)
  await expect(page.getByTestId('auto-scroll')).toHaveText('Auto-scroll on')
  const list = page.getByRole('log')
  await list.hover()
  await expect(page.getByTestId('auto-scroll')).toHaveText('Auto-scroll paused')
  await list.evaluate(element => element.scrollTo(0, 0))
  await expect(page.getByText('Line number 0', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(page.getByText('Line number 4999')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`LIV-09 LIV-10 rows, highlights and the keys of the screen; nothing for axe to find (${colorScheme})`, async ({
    page,
    server,
    signedInState,
  }) => {
    await page.emulateMedia({ colorScheme })
    const meetingId = await createMeeting(server.origin, await signedInState())
    await withHistory(page, [final(1), final(4999)])
    const told = await watchTexts(page)
    await enter(page, meetingId, watching)
    const last = rows(page).last()
    await expect(last).toContainText('Línea')
    await expect(last).toContainText('CSIs 1')
    const created = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/highlights'),
    )
    await page.keyboard.press('h')
    const body = (await created).postDataJSON()
    expect(body.highlight.trigger_info.type).toBe('manual')
    expect(body.highlight.text).toBe('Line number 4999')
    await told('Highlight was successfully created!')
    await page.keyboard.press('g')
    await expect(page.getByTestId('live-highlight')).toContainText('Line number 4999')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Highlight the newest line')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const tab of ['g', 't']) {
      await page.keyboard.press(tab)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  })
