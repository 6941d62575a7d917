import type { CDPSession, Page } from '@playwright/test'
import { frames, mainThreadMs, seeks } from './page-meters'
import type { Figures } from './replay-figures'
import { options } from './replay-options'

interface PlayingPage {
  page: Page
  cdp: CDPSession
  durationMs: number
  /** Selector of the word that is marked. */
  marked: string
  seekCount: number
}

const UTTERANCE_MS = 3600
/** Inside the fifth word of an utterance. */
const INTO_MS = 1300

/** Playing, and then seeking all over the meeting: the same for ours and the peer. */
export async function measurePlaying(
  { page, cdp, durationMs, marked, seekCount }: PlayingPage,
  figures: Figures,
) {
  await page.mouse.move(5, 5)
  await page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.play())
  await page.waitForTimeout(1500)
  for (let round = 0; round < options.playRounds; round++)
    figures.playing.push(await mainThreadMs(page, cdp, options.playSeconds))
  const { dropped, longestMs } = await frames(page, options.frameSeconds)
  figures.dropped.push(dropped)
  figures.longestGap.push(longestMs)
  await page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.pause())
  const spread = Array.from({ length: seekCount }, (_, i) => {
    const utterance = Math.floor((((i * 0.618) % 1) * durationMs) / UTTERANCE_MS)
    return utterance * UTTERANCE_MS + INTO_MS
  })
  figures.seek.push(...(await seeks(page, spread, marked)))
}
