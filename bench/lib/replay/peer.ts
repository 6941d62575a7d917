import type { MeasuredPage } from './measured-page'
import { heapMb } from './page-meters'

/** Opening it builds the whole document: a few rounds say enough. */
export const MAX_PEER_ROUNDS = 3

/** hyperaudio-lite with the same words and the same recording, in the same browser. */
export async function openPeer({ page, cdp, figures }: MeasuredPage, url: string): Promise<void> {
  await page.goto(url)
  const empty = await heapMb(cdp)
  figures.firstText.push(
    await page.evaluate(() => (window as unknown as { build: () => Promise<number> }).build()),
  )
  await page.waitForTimeout(300)
  figures.heap.push((await heapMb(cdp)) - empty)
}

export const countPeerNodes = ({ page }: MeasuredPage) =>
  page.evaluate(() => document.querySelectorAll('#hypertranscript *').length)
