import type { Page } from '@playwright/test'
import { test as base, expect } from '../test'
import { longNoise, seed, spoken, spokenMedia, spokenMs } from './past-meetings'

export const highlights = [
  {
    id: 'h1',
    startMs: 7900,
    endMs: 9900,
    text: 'and so my fellow americans',
    source: 'hotword',
    label: 'action_item',
  },
  { id: 'h2', startMs: 41_390, endMs: 47_440, text: 'had he married', source: 'manual', label: 'decision' },
]

/** Meetings that every past spec may open; those that change something have one of their own. */
export const test = base.extend<{ audioProbe: undefined }, { meetings: undefined }>({
  meetings: [
    async ({ server }, use) => {
      const { audio, video, peaks } = spokenMedia()
      const whole = { durationMs: spokenMs, utterances: spoken, highlights, audio, peaks }
      await seed(server, [
        { id: 'talk', title: 'Two readers', ...whole, video },
        ...['edit', 'rename', 'marks', 'delete', 'conflict', 'lines', 'names'].map(id => ({
          id,
          title: id,
          ...whole,
        })),
        { id: 'long', title: 'Half an hour', durationMs: 1_800_000, utterances: spoken, audio: longNoise() },
        { id: 'silent', title: 'Silence', durationMs: spokenMs, audio },
        { id: 'mute', title: 'No audio', durationMs: spokenMs, utterances: spoken },
        { id: 'live', title: 'Runs', status: 'CallStarted' },
        { id: 'processing', title: 'New', status: 'processing', stage: 'recognition', progress: 50 },
        {
          id: 'failed',
          title: 'Broken',
          status: 'failed',
          stage: 'decode',
          error: 'The file holds no audio',
        },
        { id: 'notes', status: 'failed', stage: 'decode', error: 'This file is not readable audio' },
      ])
      await use(undefined)
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  /** Makes the player's element reachable: it is in no document. */
  audioProbe: [
    async ({ page, meetings }, use, info) => {
      void meetings
      // Sound plays in real time, regardless of what else the machine does.
      info.setTimeout(120_000)
      await page.addInitScript(() => {
        const Original = window.Audio
        window.Audio = function Probe() {
          const audio = new Original()
          ;(window as unknown as { probe: HTMLAudioElement }).probe = audio
          return audio
        } as unknown as typeof Audio
      })
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect }

export async function openReady(page: Page, id: string, query = ''): Promise<void> {
  await page.goto(`/past/${id}${query}`)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 40_000 })
}

export const positionMs = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { probe: HTMLAudioElement }).probe.currentTime * 1000)

export const isPaused = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { probe: HTMLAudioElement }).probe.paused)

/** The word that is underlined as the one that plays. */
export const underlined = (page: Page) => page.locator('[data-playing="current"]')

export const rows = (page: Page) => page.getByTestId('transcript-list').getByRole('listitem')

/** Over nothing in particular: the list follows again. */
export const leaveList = (page: Page) => page.mouse.move(700, 60)
