import { loadRecording } from '@livetap/speech/testing'
import type { Page } from 'puppeteer-core'
import { clickNamed, expectText, watchedPage } from '../support/browser/firefox'
import { expect, test } from '../support/browser/firefox-test'
import type { SoundServer } from '../support/browser/sound-server'
import { createMeeting, enter, rows } from '../support/live/live-meeting'
import { seed, spoken, spokenAudio, spokenMs } from '../support/past/past-meetings'
import { admin } from '../support/server'

// A start, a replay and three recordings in real time, on a machine that has other things to do.
test.describe.configure({ timeout: 420_000 })

const words = spoken.flatMap(one => one.alternatives[0]!.words!)
const sentence = loadRecording('austen-0880')
const itsEnd = 'young man'

/** From the end of the sentence to its text. */
const hearMs = 30_000

/** A machine with too much to do drops sound on its way through two programs: then it is said again. */
const sayUntil = (sound: SoundServer, isHeard: () => Promise<unknown>): Promise<void> =>
  expect(async () => {
    await sound.say(sentence)
    await isHeard()
  }).toPass({ timeout: 150_000 })

/** The marks of a busy machine may be late by this much. */
const markMs = 300

test('ACC-01 PAS-15 ASR-07 in Firefox: signing in, replay with marked words, Live ASR by a real microphone, a meeting with Chromium', async ({
  server,
  signedInState,
  speak,
  sound,
  firefox,
}) => {
  const { page, problems } = await watchedPage(firefox)

  await test.step('signing in', async () => {
    await page.goto(server.origin)
    await clickNamed(page, 'button', 'Login with single sign-on')
    await page.locator('input[name="email"]').fill(admin.email)
    await page.locator('input[name="password"]').fill(admin.password)
    await clickNamed(page, 'button', 'Sign in')
    await page.locator('::-p-aria([name="Logout"][role="button"])').wait()
  })

  await test.step('the words are marked while they sound', async () => {
    const meeting = { durationMs: spokenMs, utterances: spoken, audio: spokenAudio() }
    await seed(server, [{ id: 'in-firefox', title: 'Two readers', ...meeting }])
    await watchMarks(page)
    const loudspeaker = sound.listen()
    await page.goto(`${server.origin}/past/in-firefox`)
    await clickNamed(page, 'button', 'Play')
    const marked = () => page.evaluate(() => (window as unknown as Watched).marked)
    await expect.poll(async () => (await marked()).length, { timeout: 60_000 }).toBeGreaterThan(9)
    await expect.poll(loudspeaker.loudest).toBeGreaterThan(1000)
    loudspeaker.stop()
    const seen = await marked()
    expect(seen.map(([word]) => word)).toEqual(seen.map(([word]) => word).toSorted((a, b) => a - b))
    for (const [word, atMs] of seen) {
      const { start_millis, end_millis } = words[word]!
      expect(atMs, `word ${word}`).toBeGreaterThanOrEqual(start_millis - markMs)
      expect(atMs, `word ${word}`).toBeLessThan(end_millis + markMs)
    }
    await clickNamed(page, 'button', 'Pause')
  })

  await test.step('Live ASR reads what the microphone hears', async () => {
    await page.goto(`${server.origin}/live_asr`)
    await expectText(page, 'main', 'Firefox records at the device')
    await page.locator('[data-testid="microphone"][data-state="recording"]').wait()
    await expectText(page, '[role="status"]', 'Connected')
    await sayUntil(sound, () => expectText(page, '[data-testid="asr-row"]', itsEnd, hearMs))
    expect(await problems()).toEqual([])
    await page.close()
  })

  await test.step('a meeting with Chromium', async () => {
    const meetingId = await createMeeting(server.origin, await signedInState())
    const { page, problems } = await watchedPage(firefox)
    await page.goto(`${server.origin}/live/${meetingId}`)
    await page.locator('[data-testid="microphone"][data-state="recording"]').wait()
    await expectText(page, '[role="status"]', 'Connected')
    const chromium = await speak([loadRecording('austen-0930')])
    await enter(chromium, meetingId)
    await expectText(page, '[data-testid="live-row"]', 'himself', 120_000)
    const heard = rows(chromium).filter({ hasText: itsEnd })
    await sayUntil(sound, () => expect(heard.first()).toBeVisible({ timeout: hearMs }))
    await expectText(page, '[data-testid="live-row"]', itsEnd)
    expect(await problems()).toEqual([])
  })
})

interface Watched {
  marked: [word: number, atMs: number][]
}

/** From the next address on: each word as it is marked, with the player's position at that moment. */
async function watchMarks(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const Original = window.Audio
    const marked: [number, number][] = []
    let player: HTMLAudioElement | undefined
    Object.assign(window, {
      marked,
      Audio: function Probe() {
        player = new Original()
        return player
      },
    })
    new MutationObserver(() => {
      const word = document.querySelector<HTMLElement>('[data-playing="current"]')?.dataset.word
      if (player && word !== undefined && Number(word) !== marked.at(-1)?.[0])
        marked.push([Number(word), player.currentTime * 1000])
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-playing'] })
  })
}
