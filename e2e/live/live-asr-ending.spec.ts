import { readFileSync } from 'node:fs'
import { asrMessageSchema } from '@livetap/contract'
import { loadRecording } from '@livetap/speech/testing'
import type { Locator, Page } from '@playwright/test'
import { axeFindings, seriousFindings } from '../support/browser/axe'
import { connected, silentMicrophone } from '../support/live/live-asr-call'
import { expect, test } from '../support/live/speaking'

// Speech takes its time, and so does an engine on a busy machine.
test.describe.configure({ timeout: 240_000 })

const launcher = (page: Page) => page.locator('main[data-screen="launcher"]')
const offers = (page: Page) => page.getByRole('region', { name: 'Unsaved text' }).getByRole('listitem')

const finalTexts = (message: string): string[] => {
  if (!message) return []
  const { result } = asrMessageSchema.parse(JSON.parse(message))
  return (result?.results ?? []).filter(one => one.is_final).map(one => one.alternatives[0]!.transcript)
}

/**
 * From the first final on nothing of the gateway arrives before it is released, as from a recogniser that is late; not even
 * that it closed the connection for want of speech, which says that everything was sent.
 */
async function lateGateway(page: Page) {
  const held: { text: string; pass: () => void }[] = []
  let isLate = true
  await page.routeWebSocket(/\/asr$/, socket => {
    const gateway = socket.connectToServer()
    gateway.onMessage(message => {
      const text = String(message)
      const pass = () => socket.send(text)
      if (isLate && (held.length > 0 || text.includes('"is_final":true'))) held.push({ text, pass })
      else pass()
    })
    gateway.onClose((code, reason) => {
      const pass = () => void socket.close({ ...(code && { code }), ...(reason && { reason }) })
      if (isLate && held.length > 0) held.push({ text: '', pass })
      else pass()
    })
  })
  return {
    /** The texts of the finals that wait. */
    finals: () => held.flatMap(({ text }) => finalTexts(text)),
    release: () => {
      isLate = false
      for (const { pass } of held.splice(0)) pass()
    },
  }
}

async function endCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(launcher(page)).toBeVisible({ timeout: 90_000 })
}

async function exported(page: Page, offer: Locator): Promise<string> {
  await offer.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'TXT' }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

test('ASR-15 End Call waits for the words that are not final; the launcher offers them, and the next call begins empty', async ({
  speak,
}) => {
  const page = await speak([loadRecording('jfk')])
  const gateway = await lateGateway(page)
  await connected(page)
  await expect.poll(async () => gateway.finals().join(' '), { timeout: 120_000 }).toMatch(/\w/)
  const [first] = gateway.finals()
  await expect(page.getByTestId('line-count')).toHaveText('0 lines')
  await page.getByRole('button', { name: 'End Call' }).press('Enter')
  await expect(page.getByText('Waiting for the last words')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Leave now' })).toBeFocused()
  gateway.release()
  await expect(launcher(page)).toBeVisible({ timeout: 90_000 })
  const offer = offers(page)
  await expect(offer).toHaveCount(1)
  await expect(offer).toContainText('Unsaved text, just now')
  await expect(offer).toContainText(first!)
  expect(await axeFindings(page)).toEqual([])

  // The next call has nothing of it, and does not touch it.
  await silentMicrophone(page)
  await connected(page)
  await expect(page.getByTestId('line-count')).toHaveText('0 lines')
  await endCall(page)
  await expect(offers(page)).toHaveCount(1)

  // By keyboard, as a meeting.
  await offers(page).getByRole('button', { name: 'Save as meeting' }).press('Enter')
  const saved = page.getByRole('link', { name: 'Saved: open it' })
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await expect(offers(page)).toHaveCount(0)
})

test('ASR-15 what was not saved can be exported, or discarded once that is confirmed', async ({ speak }) => {
  const page = await speak([loadRecording('jfk')])
  await connected(page)
  const line = page.getByTestId('asr-row').first().locator('p')
  await expect(line).toHaveText(/\w/, { timeout: 120_000 })
  const words = (await line.textContent())!
  await endCall(page)
  const offer = offers(page)
  await expect(offer).toHaveCount(1)
  expect(await exported(page, offer)).toContain(words)
  await expect(offer).toContainText('Exported')
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await expect(offers(page)).toHaveCount(0)

  // Another call, left by closing its tab.
  await silentMicrophone(page)
  await connected(page)
  await page.evaluate(() => {
    const line = {
      id: 's',
      text: 'Left behind',
      startMs: 0,
      endMs: 900,
      words: [],
      csis: [],
      languageCode: 'en',
    }
    const [key] = Object.keys(sessionStorage).filter(name => name.startsWith('livetap.asr-call.'))
    const id = sessionStorage.getItem(key!)
    const kept = { id, startedAtMs: Date.now(), changedAtMs: Date.now(), lines: [line] }
    localStorage.setItem(`${key}.${id}`, JSON.stringify(kept))
  })
  await page.reload()
  await expect(page.getByTestId('asr-row')).toHaveText(/Left behind/)
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(launcher(other)).toBeVisible()
  // It still runs: it is nothing to decide about.
  await expect(offers(other)).toHaveCount(0)
  await page.close()
  await other.reload()
  const left = offers(other)
  await expect(left).toHaveCount(1)
  await left.getByRole('button', { name: 'Discard' }).click()
  const dialog = other.getByRole('dialog')
  expect(await seriousFindings(other)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(left).toHaveCount(1)
  await left.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(left).toHaveCount(0)
  await other.reload()
  await expect(launcher(other)).toBeVisible()
  await expect(left).toHaveCount(0)
})

test('ASR-15 Leave now ends a call that waits for its last words, and keeps what is on the screen', async ({
  speak,
}) => {
  const page = await speak([])
  const interim = {
    result: {
      results: [{ alternatives: [{ transcript: 'And so my fellow' }], is_final: false, segment_id: 's' }],
    },
    audio_received_millis: 500,
    settled_millis: 0,
  }
  await page.routeWebSocket(/\/asr$/, socket => {
    let isConfigured = false
    socket.onMessage(() => {
      if (!isConfigured) socket.send(JSON.stringify(interim))
      isConfigured = true
    })
  })
  await connected(page)
  await expect(page.getByTestId('interim')).toHaveText('And so my fellow')
  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page.getByText('Waiting for the last words')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave now' }).press('Enter')
  await expect(launcher(page)).toBeVisible()
  const offer = offers(page)
  await expect(offer).toHaveCount(1)
  expect(await exported(page, offer)).toContain('And so my fellow')
})
