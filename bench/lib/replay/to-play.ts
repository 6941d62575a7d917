import type { BrowserContext } from '@playwright/test'
import type { Figures } from './figures'
import { options } from './options'
import { isReady } from './page'

const MBIT_20 = (20 * 1e6) / 8

/** A line of 20 Mbit/s, from the play command to sound. */
async function timeToPlay(
  context: BrowserContext,
  url: string,
  ready: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<unknown>,
): Promise<number> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: MBIT_20,
    uploadThroughput: MBIT_20,
  })
  await page.goto(url)
  await ready(page)
  const took = await page.evaluate(async () => {
    const { probe } = window as unknown as { probe: HTMLMediaElement }
    const began = performance.now()
    const button = document.querySelector<HTMLButtonElement>('button[aria-label="Play"]')
    if (button) button.click()
    else void probe.play()
    while (!(probe.currentTime > 0)) await new Promise(resolve => setTimeout(resolve, 1))
    return performance.now() - began
  })
  await page.close()
  return took
}

/** By our button, and by the play command of an element on the bare page, in turn. */
export async function measureToPlay(
  context: BrowserContext,
  urls: { ours: string; bare: string },
  figures: { ours: Figures; bare: Figures },
): Promise<void> {
  for (let round = 0; round < options.rounds; round++) {
    figures.ours.toPlay.push(await timeToPlay(context, urls.ours, isReady))
    figures.bare.toPlay.push(
      await timeToPlay(context, urls.bare, page =>
        page.evaluate(async () => {
          const bare = window as unknown as Record<'complete' | 'openSound', () => Promise<void>>
          await bare.complete()
          await bare.openSound()
        }),
      ),
    )
  }
}
