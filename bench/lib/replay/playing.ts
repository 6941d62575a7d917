import type { MeasuredPage } from './measured-page'
import { options } from './options'
import { frames, mainThreadMs, seeks } from './page-meters'

const UTTERANCE_MS = 3600
/** Inside the fifth word of an utterance. */
const INTO_MS = 1300
const SEEKS_IN_TURN = 5

const play = ({ page }: MeasuredPage) =>
  page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.play())
const pause = ({ page }: MeasuredPage) =>
  page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.pause())

async function whilePlaying<T>(one: MeasuredPage, measure: () => Promise<T>): Promise<T> {
  await one.page.bringToFront()
  await play(one)
  await one.page.waitForTimeout(1000)
  const measured = await measure()
  await pause(one)
  return measured
}

async function countFrames({ page, figures }: MeasuredPage): Promise<void> {
  const { drawn, longestMs } = await frames(page, options.frameSeconds)
  figures.drawn.push(drawn)
  figures.longestGap.push(longestMs)
}

/** Playing, and then seeking all over the meeting, on each of the pages in turn; frames of an empty page beside them. */
export async function measurePlaying(
  pages: readonly (MeasuredPage & { seekCount: number })[],
  empty: MeasuredPage,
  durationMs: number,
): Promise<void> {
  for (const { page } of pages) await page.mouse.move(5, 5)
  for (let round = 0; round < options.playRounds; round++)
    for (const one of pages)
      one.figures.playing.push(
        await whilePlaying(one, () => mainThreadMs(one.page, one.cdp, options.playSeconds)),
      )
  for (let round = 0; round < options.frameRounds; round++) {
    for (const one of pages) await whilePlaying(one, () => countFrames(one))
    await empty.page.bringToFront()
    await empty.page.waitForTimeout(300)
    await countFrames(empty)
  }
  const moments = Array.from({ length: options.seeks }, (_, i) => {
    const utterance = Math.floor((((i * 0.618) % 1) * durationMs) / UTTERANCE_MS)
    return utterance * UTTERANCE_MS + INTO_MS
  })
  for (let from = 0; from < moments.length; from += SEEKS_IN_TURN)
    for (const { page, marked, figures, seekCount } of pages) {
      const turn = moments.slice(from, Math.min(from + SEEKS_IN_TURN, seekCount))
      if (turn.length === 0) continue
      await page.bringToFront()
      figures.seek.push(...(await seeks(page, turn, marked)))
    }
}
