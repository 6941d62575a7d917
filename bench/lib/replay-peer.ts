import { longMeeting } from '@livetap/transcript/testing'
import type { Browser } from '@playwright/test'
import { servePeer } from './hyperaudio-page'
import { beforePage, heapMb } from './page-meters'
import type { Figures } from './replay-figures'
import { options } from './replay-options'
import { measurePlaying } from './replay-playing'

/** Opening it builds the whole document: a few rounds say enough. */
const MAX_ROUNDS = 3

/** hyperaudio-lite with the same words and the same recording, in the same browser. */
export async function measurePeer(
  browser: Browser,
  meeting: { utterances: number; durationMs: number; audio: string },
  figures: Figures,
): Promise<void> {
  const peer = await servePeer(longMeeting(meeting.utterances), meeting.audio)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(beforePage)
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (let round = 0; round < Math.min(options.rounds, MAX_ROUNDS); round++) {
      await page.goto(peer.url)
      const empty = await heapMb(cdp)
      figures.firstText.push(
        await page.evaluate(() => (window as unknown as { build: () => Promise<number> }).build()),
      )
      await page.waitForTimeout(300)
      figures.heap.push((await heapMb(cdp)) - empty)
    }
    figures.nodes.push(await page.evaluate(() => document.querySelectorAll('#hypertranscript *').length))
    const { durationMs } = meeting
    const seekCount = options.peerSeeks
    await measurePlaying({ page, cdp, durationMs, marked: 'span.active', seekCount }, figures)
  } finally {
    await context.close()
    await peer.close()
  }
}
