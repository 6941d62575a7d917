import { join } from 'node:path'
import { liveTranscript } from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster } from '@livetap/server/testing'
import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { axeFindings, seriousFindings } from '../support/browser/axe'
import { hold } from '../support/browser/hold'
import { unfold } from '../support/browser/unfold'
import { watchTexts } from '../support/browser/watch-texts'
import { watchCoveredPeople } from '../support/live/covered-people'
import {
  connection,
  createMeeting,
  enter,
  offTheRecordOf,
  rows,
  watching,
} from '../support/live/live-meeting'
import { expect, test } from '../support/live/speaking'

/** As the documents list them. */
const documentedLanguages = 'en en-US es es-ES fr fr-FR it it-IT de de-DE zh zh-TW hi ja pl nl pt ko'.split(
  ' ',
)

// Many steps each, on machines of any speed.
test.describe.configure({ timeout: 120_000 })

test('LIV-01 each wait of the entry has its text on the screen', async ({ speak, server, signedInState }) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const page = await speak([])
  const status = await hold(page, `**${pathOf(meetingStatus, { id: meetingId })}`)
  const address = await hold(page, '**/live_addr?**')
  let connect = () => {}
  const connecting = new Promise<void>(resolve => {
    connect = resolve
  })
  await page.routeWebSocket(/\/hotword/, async socket => {
    await connecting
    socket.connectToServer()
  })
  await page.addInitScript(() => {
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const allowed = new Promise<void>(resolve => Object.assign(window, { allowMicrophone: resolve }))
    navigator.mediaDevices.getUserMedia = async constraints => {
      await allowed
      return await original(constraints)
    }
  })
  await page.goto(`/live/${meetingId}`)
  const steps: [text: string, goOn: () => unknown][] = [
    ['Fetching meeting status...', status.release],
    ['Fetching Hotword live address...', address.release],
    ['Connecting Hotword...', () => connect()],
    [
      'Creating local Recorder...',
      () => page.evaluate(() => (window as unknown as { allowMicrophone: () => void }).allowMicrophone()),
    ],
  ]
  for (const [text, goOn] of steps) {
    await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 30_000 })
    for (const [other] of steps)
      if (other !== text) await expect(page.getByText(other, { exact: true })).toHaveCount(0)
    await goOn()
  }
  await expect(page.getByText('No speech yet')).toBeVisible({ timeout: 30_000 })
  for (const [text] of steps) await expect(page.getByText(text, { exact: true })).toHaveCount(0)
})

test('LIV-05 ACC-16 a refused microphone is reported, the meeting is followed without it, and its exit leads to its past view', async ({
  speak,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const page = await speak([], { allowed: false })
  const waitForText = await watchTexts(page)
  await page.goto(`/live/${meetingId}`)
  await waitForText('Failed local recorder init')
  await waitForText('Your microphone permission is denied')
  await expect(connection(page, 'Connected')).toBeVisible()
  await expect(page.getByTestId('microphone')).toContainText('Your microphone permission is denied')
  await expect(page).toHaveURL(`/live/${meetingId}`)
  await page.getByRole('button', { name: 'End Call' }).click()
  await waitForText('Meeting live successfully ended', 60_000)
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`)
})

test('LIV-02 PAS-02 a past view of a running meeting leads to it, and a live view of an ended one to its past', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const waitForText = await watchTexts(page)
  await page.goto(`/past/${meetingId}`)
  await waitForText('Meeting has not ended. Redirecting to live page view..')
  await expect(page).toHaveURL(`/live/${encodeURIComponent(meetingId)}/do_not_record_audio`)
  await expect(connection(page, 'Connected')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  await page.goto(`/live/${meetingId}`)
  await waitForText('Meeting has ended. Redirecting to past page view..')
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
  await unfold(page)
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
  await unfold(other)
  await other.getByRole('button', { name: 'Set Hotword Status' }).click()
  for (const [name, now] of Object.entries({ Assistant: 'on', Recording: 'off', Transcription: 'off' }))
    await expect(other.getByRole('combobox', { name })).toHaveAccessibleDescription(`Now ${now}`)
})

test('LIV-30 while it lasts the screen says off the record, and a row says so in the live and the past view', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await enter(page, meetingId, watching)
  await page.getByRole('button', { name: 'Off the record', exact: true }).click()
  const state = page.getByLabel('State of the meeting')
  await expect(state).toContainText('Recordingoff the record')
  await expect(state).toContainText('Transcriptionoff the record')
  await expect(page.locator('[data-hint="Time since the call started"]')).toContainText('Off the record')
  const row = page.getByTestId('off-the-record')
  await expect(row).toHaveText(/^Off the record 0:\d\d–0:\d\d, by ann@example\.org$/)
  const text = (await row.textContent())!
  await expect(state).toContainText('Recordingon')
  await expect(page.locator('[data-hint="Time since the call started"]')).toContainText('Recording')
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  await expect(page.getByTestId('off-the-record')).toHaveText(text, { timeout: 60_000 })
})

test('LIV-30 who took the meeting off the record is shown, and it is ended by those who speak or host', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await enter(page, meetingId, watching)
  await page.keyboard.press('o')
  const banner = page.getByText(/^Off the record for \d+ s, asked by ann@example\.org: nothing that is said/)
  await expect(banner).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back on the record' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByLabel('State of the meeting')).toContainText('Recordingon')
  const [kept] = await offTheRecordOf(server.origin, await signedInState(), meetingId)
  expect(kept!.until_millis - kept!.from_millis).toBeLessThan(10_000)
})

test('LIV-30 a listener in another user’s meeting cannot take it off the record', async ({
  speak,
  server,
  signedInState,
}) => {
  const page = await speak([])
  const meetingId = await createMeeting(server.origin, await signedInState())
  const database = await connectToCluster(join(server.dataDir, 'data'))
  await database.query(`update meeting set host_user_id = 'grace' where id = $1`, [meetingId])
  await database.end()
  await enter(page, meetingId, watching)
  const bar = page.getByRole('toolbar')
  await expect(bar.getByRole('button', { name: 'Highlight' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Off the record', exact: true })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page.getByText('Going off the record')).toHaveCount(0)
  // With a microphone they have a say.
  await enter(page, meetingId)
  await expect(bar.getByRole('button', { name: 'Off the record', exact: true })).toBeVisible({
    timeout: 30_000,
  })
})

test('LIV-23 End Call asks while another user is connected; Leave lets the meeting go on', async ({
  page,
  context,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await enter(page, meetingId, watching)
  const other = await context.newPage()
  await enter(other, meetingId, watching)
  await page.bringToFront()
  const dialog = page.getByRole('dialog', { name: 'End the call for everyone?' })
  // The other one is announced a moment after it came: until then there is no one to ask for.
  await expect(page.getByTestId('participant')).toHaveCount(2, { timeout: 30_000 })
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(dialog).toContainText('is still connected. Leave lets the meeting go on without you.')
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(connection(page, 'Connected')).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()

  await expect(other.getByTestId('participant')).toHaveCount(1, { timeout: 30_000 })
  await expect(connection(other, 'Connected')).toBeVisible()
  // Alone now: it may be given a title before it ends.
  await unfold(other)
  await other.getByRole('button', { name: 'End with a title' }).click()
  const titled = other.getByRole('dialog', { name: 'End the call' })
  await titled.getByRole('textbox', { name: 'Title of the meeting' }).fill('Weekly review')
  expect(await seriousFindings(other)).toEqual([])
  await titled.getByRole('button', { name: 'End the call' }).click()
  await expect(other).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  await expect(other.getByTestId('meeting-title')).toHaveText('Weekly review')
})

test('LIV-16 LIV-17 LIV-18 the header controls are small forms with their rules', async ({
  page,
  context,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const waitForText = await watchTexts(page)
  const covered = await watchCoveredPeople(page)
  const send = await withMessages(page)
  await enter(page, meetingId, watching)
  const bar = page.getByRole('toolbar')
  await expect(bar.getByRole('button')).toHaveText([
    ...['Mute', 'Highlight', 'Off the record', '', 'Pause EVA', 'Translate (TTS)', 'Share', 'More'],
    ...['Leave', 'End Call'],
  ])
  await bar.getByRole('button', { name: 'Share' }).click()
  await expect(bar.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/live/${encodeURIComponent(meetingId)}/${watching}`,
  )
  await waitForText('HOTWORD Connected!')
  expect(await covered()).toEqual([])
  await unfold(page)
  await bar.getByRole('button', { name: 'Show Meeting ID' }).click()
  await expect(page.getByRole('dialog').getByText(meetingId)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await bar.getByRole('button', { name: 'Show WebSocket URL' }).click()
  await expect(page.getByText(/^ws:.*ticket=•••$/)).toBeVisible()
  await page.keyboard.press('Escape')

  // A number that no one speaks with says so; one's own is proposed, and set with the language.
  await bar.getByRole('button', { name: 'Translate (TTS)' }).click()
  const participants = page.getByRole('group', { name: 'Participants' })
  const attendee = page.getByRole('textbox', { name: 'Attendee CSI' })
  await expect(attendee).toHaveValue('1')
  await attendee.fill('9')
  await expect(
    page.getByText('No one here speaks with CSI 9: nothing is translated until someone does.'),
  ).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await participants.getByRole('button', { name: / \(you\)$/ }).click()
  await expect(attendee).toHaveValue('1')
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
  // What is translated is listed, and stopped there.
  await page.route(/livetap_translate\?/, route => route.fulfill({ status: 204 }))
  const stopped = page.waitForRequest(request => request.method() === 'DELETE')
  const data = { translations: [{ csi: 7, language: 'es' }] }
  send({ type: 'translations_changed', meeting: meetingId, ts: Date.now(), data })
  const running = page.getByRole('list', { name: 'Translated now' })
  await expect(running).toContainText('(no one speaks with it)')
  await running.getByRole('button', { name: /^Stop translating CSI 7 into / }).click()
  expect((await stopped).url()).toContain('attendee_id=7')
  await expect(running).toHaveCount(0)
  await page.keyboard.press('Escape')

  const status = page.waitForRequest(/livetap_notify_hotword$/)
  await bar.getByRole('button', { name: 'Set Hotword Status' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Recording' })).toHaveAccessibleDescription('Now on')
  await page.getByRole('combobox', { name: 'Recording' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await status).postDataJSON()).toEqual({ recording: false })

  await bar.getByRole('button', { name: 'Pause EVA' }).click()
  await waitForText('Eva Muted!')
  await expect(page.getByTestId('eva')).toHaveAttribute('data-state', 'muted')
  await bar.getByRole('button', { name: 'Resume EVA' }).click()
  await waitForText('EVA UnMuted!')
  await bar.getByRole('button', { name: 'Off the record', exact: true }).click()
  await expect(page.getByText(/^Off the record for \d+ s/)).toBeVisible()

  await bar.getByRole('button', { name: 'Change Meeting Language' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  const offered = await page.getByRole('option').allTextContents()
  expect(offered.map(text => text.split(' ')[0])).toEqual([...documentedLanguages, 'all'])
  await page.getByRole('option', { name: /^es-ES/ }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await waitForText('Meeting language changed (new language code is es-ES)!')
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

/** Messages of the room's own socket, with the test's among them. */
async function withMessages(page: Page): Promise<(message: object | string) => void> {
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/hotword/, socket => {
    socket.connectToServer()
    sockets.push(socket)
  })
  return message => sockets.at(-1)!.send(typeof message === 'string' ? message : JSON.stringify(message))
}

/** The row under the upper edge and where it is there: rows measured above it may change the scroll position. */
const atTheTop = (list: Locator) =>
  list.evaluate(element => {
    const edge = element.getBoundingClientRect().top
    for (const row of element.querySelectorAll('[data-index]')) {
      const { top, bottom } = row.getBoundingClientRect()
      if (top <= edge && bottom > edge) return `${row.textContent} at ${Math.round(top - edge)}`
    }
    return 'nothing'
  })

/** How far the last row and the list go beyond the lower edge. The rows begin at a whole pixel: one is no difference. */
const isAtItsEnd = (list: Locator) =>
  list.evaluate(element => {
    const edge = element.getBoundingClientRect().bottom
    const last = [...element.querySelectorAll('[data-index]')].at(-1)!
    const ends = [
      last.getBoundingClientRect().bottom - edge,
      element.scrollHeight - element.clientHeight - element.scrollTop,
    ]
    return ends.every(px => Math.abs(px) <= 1) || ends.join(' px, ')
  })

test('LIV-08 LIV-12 LIV-24 of five thousand lines those in sight are in the page; the list follows its end, and stays put under the pointer', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  await withHistory(
    page,
    Array.from({ length: 5000 }, (_, at) => final(at)),
  )
  const send = await withMessages(page)
  await enter(page, meetingId, watching)
  const say = (at: number) =>
    send({ type: 'transcript_final_result', meeting: meetingId, ts: Date.now(), ...final(at) })
  const count = page.getByRole('tab', { name: /^Transcripts/ })
  const badge = page.getByTestId('auto-scroll')
  const list = page.getByRole('log')
  await expect(count).toHaveText('Transcripts5000')
  await expect(page.getByText('Line number 4999')).toBeInViewport()
  send('{ malformed')
  await expect(page.getByTestId('connection-facts')).toContainText('Unreadable messages1')
  expect(await rows(page).count()).toBeLessThan(80)
  await expect(badge).toHaveText('Auto-scroll on')
  say(5000)
  await expect(page.getByText('Line number 5000')).toBeInViewport()

  await list.hover()
  await expect(badge).toHaveText('Auto-scroll paused')
  await list.evaluate(element => element.scrollBy(0, -2000))
  await expect.poll(() => atTheTop(list)).toContain('Line number 49')
  const held = await atTheTop(list)
  for (const at of [5001, 5002, 5003]) say(at)
  await expect(count).toHaveText('Transcripts5004')
  expect(await atTheTop(list)).toBe(held)
  await expect(page.getByText('Line number 5003')).toHaveCount(0)

  await page.mouse.move(5, 5)
  await expect(badge).toHaveText('Auto-scroll on')
  await expect(page.getByText('Line number 5003')).toBeInViewport()
  await list.hover()
  await list.evaluate(element => element.scrollTo(0, 0))
  await expect(page.getByText('Line number 0', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(page.getByText('Line number 5003')).toBeInViewport()
})

test('LIV-12 of two thousand lines of many heights the newest is whole in sight while they come and grow, and a reader keeps the place', async ({
  page,
  server,
  signedInState,
}) => {
  const words = 'and a line of it is as long as it happens to be '
  const long = (at: number, translations = {}) => ({
    id: `f-${at}`,
    transcript: {
      text: `Line ${at}: ${words.repeat((at * 7) % 17)}.`,
      start_millis: 60_000 + at * 1000,
      end_millis: 60_000 + at * 1000 + 900,
      csis: [1],
    },
    translations,
  })
  const translations = { es: 'Una línea '.repeat(40), fr: 'Une ligne '.repeat(40) }
  const meetingId = await createMeeting(server.origin, await signedInState())
  await withHistory(
    page,
    Array.from({ length: 2000 }, (_, at) => long(at)),
  )
  const send = await withMessages(page)
  await enter(page, meetingId, watching)
  const say = (final: object) =>
    send({ type: 'transcript_final_result', meeting: meetingId, ts: Date.now(), ...final })
  const list = page.getByRole('log')
  const count = page.getByRole('tab', { name: /^Transcripts/ })
  const line = (at: number) => list.locator('p', { hasText: `Line ${at}:` })
  const isAtTheEnd = async (at: number) => {
    await expect(line(at)).toBeInViewport()
    await expect.poll(() => isAtItsEnd(list)).toBe(true)
  }
  /** Of the row under the upper edge its number, and whether it is where it was. */
  const readerAt = async () => {
    const row = Number(/Line (\d+):/.exec(await atTheTop(list))![1])
    const top = async () => (await line(row).boundingBox())!.y
    const before = await top()
    // Heights are fractions of a pixel and scroll positions whole ones: each of the two may be rounded.
    return { row, isUnmoved: async () => Math.abs((await top()) - before) < 2 }
  }
  await isAtTheEnd(1999)
  for (let at = 2000; at < 2040; at++) {
    say(long(at))
    if (at % 8 === 0) await isAtTheEnd(at)
  }
  await isAtTheEnd(2039)
  // Its translations come later and make the newest line higher.
  say(long(2039, translations))
  await expect(list.getByText('Une ligne')).toBeInViewport()
  await isAtTheEnd(2039)
  for (const times of [1, 10, 30])
    send({
      type: 'transcript_interim_results',
      meeting: meetingId,
      ts: Date.now(),
      ...{ ...long(2040), transcript: { ...long(2040).transcript, text: words.repeat(times) } },
    })
  await expect(page.getByTestId('interim')).toContainText(words.repeat(30).trim())
  await isAtTheEnd(2039)
  for (const size of [
    { width: 1440, height: 600 },
    { width: 1100, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await isAtTheEnd(2039)
  }

  await list.hover()
  await list.evaluate(element => element.scrollBy(0, -4000))
  await expect.poll(() => atTheTop(list)).toMatch(/Line (19|20)\d\d:/)
  // All that is near the view was measured.
  await expect
    .poll(() =>
      list.evaluate(
        element =>
          element.getBoundingClientRect().top -
          element.querySelector('[data-index]')!.getBoundingClientRect().top,
      ),
    )
    .toBeGreaterThan(200)
  const reader = await readerAt()
  const above = reader.row - 1
  await expect(line(above)).not.toBeInViewport()
  say(long(above, translations))
  await expect(line(above).locator('..')).toContainText('Une ligne')
  expect(await reader.isUnmoved()).toBe(true)
  say(long(1, translations))
  // Late ones, before the first line and just above the view.
  for (const start_millis of [1000, 60_000 + above * 1000 + 500])
    say({ ...long(13), id: `late ${start_millis}`, transcript: { ...long(13).transcript, start_millis } })
  for (let at = 2040; at < 2050; at++) say(long(at))
  await expect(count).toHaveText('Transcripts2052')
  expect(await reader.isUnmoved()).toBe(true)
  // The end moves as its rows are measured.
  await expect
    .poll(async () => {
      await list.evaluate(element => element.scrollTo(0, element.scrollHeight))
      return await isAtItsEnd(list)
    })
    .toBe(true)
  await expect(line(2049)).toBeInViewport()
  const readerOfTheEnd = await readerAt()
  const aboveTheEnd = readerOfTheEnd.row - 1
  say(long(aboveTheEnd, translations))
  await expect(line(aboveTheEnd).locator('..')).toContainText('Une ligne')
  expect(await readerOfTheEnd.isUnmoved()).toBe(true)
  await list.evaluate(element => element.scrollTo(0, 0))
  await expect(list.getByText('Line 0:')).toBeInViewport()
  say(long(2050))
  await expect(count).toHaveText('Transcripts2053')
  await page.mouse.move(5, 5)
  await isAtTheEnd(2050)
  expect(await rows(page).count()).toBeLessThan(80)
})

test('LIV-11 what is being said is below the list with its translation, until it is final', async ({
  page,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const send = await withMessages(page)
  await enter(page, meetingId, watching)
  const say = (type: string, text: string, es: string) =>
    send({
      type,
      meeting: meetingId,
      ts: Date.now(),
      id: 's-1',
      transcript: { text, start_millis: 1000, end_millis: 2000, csis: [1], language_code: 'en-US' },
      translations: { es },
    })
  const interim = page.getByTestId('interim')
  await expect(interim).toHaveText('…')
  // A user speaks and no text comes: from three seconds on the screen says how far it is behind.
  const behind = page.getByTestId('behind')
  await expect(behind).toHaveCount(0)
  const speaker = { csi: 7, stream_id: 's-7', name: 'Grace' }
  send({ type: 'speaker_started', meeting: meetingId, ts: Date.now(), data: speaker })
  await expect(behind).toHaveText(/^behind ([3-9]|\d\d) s$/, { timeout: 30_000 })
  // The room knows better.
  const announceBehind = (behind_millis: number) =>
    send({ type: 'behind_changed', meeting: meetingId, ts: Date.now(), data: { behind_millis } })
  announceBehind(72_400)
  await expect(behind).toHaveText('behind 72 s')
  announceBehind(0)
  await expect(behind).toHaveCount(0)
  say('transcript_interim_results', 'Ask not', 'No preguntes')
  await expect(interim.locator('p')).toHaveText(['Ask not', 'No preguntes'])
  await expect(interim.getByText('No preguntes')).toHaveAttribute('lang', 'es')
  await expect(rows(page)).toHaveCount(0)
  say('transcript_interim_results', 'Ask not what your', 'No preguntes lo que tu')
  await expect(interim.locator('p')).toHaveText(['Ask not what your', 'No preguntes lo que tu'])
  say('transcript_final_result', 'Ask not what your country', 'No preguntes lo que tu país')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Ask not what your country')
  await expect(interim).toHaveText('…')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`LIV-08 LIV-09 LIV-10 rows, highlights and the keys of the screen; nothing for axe to find (${colorScheme})`, async ({
    page,
    server,
    signedInState,
  }) => {
    await page.emulateMedia({ colorScheme })
    const meetingId = await createMeeting(server.origin, await signedInState())
    await withHistory(page, [final(1), final(4999)])
    const waitForText = await watchTexts(page)
    await enter(page, meetingId, watching)
    const last = rows(page).last()
    await expect(last).toContainText('Línea')
    await expect(last).toContainText('csis: 1')
    const highlights = page.getByRole('tab', { name: /^Highlights/ })
    await expect(page.getByRole('tab', { name: /^Transcripts/ })).toHaveText('Transcripts2')
    await expect(highlights).toHaveText('Highlights0')
    const created = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/highlights'),
    )
    await page.keyboard.press('h')
    const body = (await created).postDataJSON()
    expect(body.highlight.trigger_info.type).toBe('manual')
    expect(body.highlight.text).toBe('Line number 4999')
    await waitForText('Highlight was successfully created!')
    await page.keyboard.press('g')
    await expect(page.getByTestId('live-highlight')).toContainText('Line number 4999')
    await expect(highlights).toHaveText('Highlights1')
    await page.getByRole('button', { name: 'Delete Highlight' }).click()
    await waitForText('Highlight was successfully deleted!')
    await expect(highlights).toHaveText('Highlights0')
    await page.keyboard.press('t')
    await page.keyboard.press('h')
    await expect(highlights).toHaveText('Highlights1')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Highlight the newest line')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    for (const tab of ['g', 't']) {
      await page.keyboard.press(tab)
      expect(await axeFindings(page)).toEqual([])
    }
  })
