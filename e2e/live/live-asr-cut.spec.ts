import { CuttingProxy } from '@livetap/server/testing'
import { loadRecording } from '@livetap/speech/testing'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../support/free-port'
import { watchSentAudio } from '../support/live/sent-audio'
import {
  expect,
  SILENCE_BEFORE_SPEECH_SECONDS,
  SILENCE_BETWEEN_SECONDS,
  type SpeakOptions,
  test,
} from '../support/live/speaking'
import { expectEveryWordOnce, wordsOnScreen } from '../support/live/spoken-text'
import { TestServer } from '../support/server'
import { newSignedInState } from '../support/sign-in'

const spokenText =
  'He was not an ill disposed young man and so my fellow Americans ask not what your country can do for you ask what you can do for your country'

/** After the first reading, in "what your country can do for you" of the second one. */
const cutAtSeconds = SILENCE_BEFORE_SPEECH_SECONDS + 3 + SILENCE_BETWEEN_SECONDS + 6

/** Of each socket, in order, the position that its audio starts at. */
function watchStarts(page: Page): number[] {
  const starts: number[] = []
  page.on('websocket', socket => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).startsWith('{"streaming_config"'))
        starts.push(JSON.parse(String(payload)).streaming_config.start_millis ?? 0)
    })
  })
  return starts
}

/** The second reading is over, and all that was heard of it has been read. */
async function isOver(page: Page): Promise<void> {
  const facts = page.locator('section').filter({ hasText: 'Audio received' })
  await expect(facts).toContainText(/Audio received00:00:[2-5]\d/, { timeout: 90_000 })
  await expect(facts).toContainText(/Not yet final[01]\.\d s/, { timeout: 60_000 })
}

/** Speaks while the network is cut in the middle of a sentence, and reads the screen at its end. */
async function speakThroughCut(
  speak: (parts: Int16Array[], options: SpeakOptions) => Promise<Page>,
  browser: Browser,
): Promise<{ words: string[]; startMs: number[] }> {
  const proxy = await CuttingProxy.start()
  const port = await freePort()
  const server = await TestServer.start({ env: { PORT: String(port), LIVETAP_PUBLIC_URL: proxy.origin } })
  try {
    proxy.leadTo(`http://127.0.0.1:${port}`)
    const storage = await newSignedInState(browser, proxy.origin)
    const page = await speak([loadRecording('austen-0880'), loadRecording('jfk')], {
      origin: proxy.origin,
      storage,
    })
    const startMs = watchStarts(page)
    const sent = watchSentAudio(page)
    await page.goto('/live_asr')
    await expect(page.getByTestId('asr-row').first()).toBeVisible({ timeout: 90_000 })
    await sent(cutAtSeconds)
    proxy.goDown()
    await expect(page.getByText('Reconnecting. What you say is kept', { exact: false })).toBeVisible()
    proxy.mend()
    await isOver(page)
    return { words: await wordsOnScreen(page), startMs }
  } finally {
    await proxy.stop()
    await server.stop()
  }
}

test.describe('a network cut in the middle of the speech', () => {
  // Speech takes its time, and so does an engine on a busy machine.
  test.describe.configure({ timeout: 300_000 })

  test('opens a second socket that goes on, and every word is there once', async ({ speak, browser }) => {
    const { words, startMs } = await speakThroughCut(speak, browser)
    expectEveryWordOnce(words, spokenText)
    expect(startMs.length).toBeGreaterThan(1)
    expect(startMs.at(-1)).toBeGreaterThan(0)
  })
})
