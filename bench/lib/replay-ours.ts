import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { heapMb } from './page-meters'
import type { Figures } from './replay-figures'
import { options } from './replay-options'
import { isReady, isWhole, jumpToEnd, openCold, openInApp, searching, toLauncher } from './replay-page'
import { measurePlaying } from './replay-playing'

const MBIT_20 = (20 * 1e6) / 8

export async function measureOurs(
  context: BrowserContext,
  { id, durationMs }: { id: string; durationMs: number },
  figures: Figures,
): Promise<void> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (let round = 0; round < options.rounds; round++) {
    figures.coldText.push(await openCold(page, id))
    await isReady(page)
    await toLauncher(page)
    await page.waitForTimeout(300)
    await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
    const empty = await heapMb(cdp)
    figures.firstText.push(await openInApp(page, id))
    await isReady(page)
    await isWhole(page)
    await page.waitForTimeout(500)
    figures.longestTask.push(
      await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks)),
    )
    figures.heap.push((await heapMb(cdp)) - empty)
  }
  figures.nodes.push(
    await page.evaluate(() => document.querySelectorAll('[data-testid=transcript-list] *').length),
  )
  for (let round = 0; round < options.rounds; round++) {
    figures.toEnd.push(await jumpToEnd(page))
    const [cold, warm] = await searching(page)
    figures.searchCold.push(cold)
    figures.searchWarm.push(warm)
  }
  // The toast about the video, 5 s after the opening, is no part of playing.
  const toast = page.getByText('Video was not found')
  await toast.waitFor({ timeout: 30_000 })
  await toast.waitFor({ state: 'hidden', timeout: 30_000 })
  const seekCount = options.seeks
  await measurePlaying({ page, cdp, durationMs, marked: '[data-playing="current"]', seekCount }, figures)
  await page.close()
}

/** A line of 20 Mbit/s, from the click to sound. */
export async function measureToPlay(context: BrowserContext, id: string): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: MBIT_20,
      uploadThroughput: MBIT_20,
    })
    await page.goto(`/past/${id}`)
    await isReady(page)
    took.push(
      await page.evaluate(async () => {
        const { probe } = window as unknown as { probe: HTMLMediaElement }
        const began = performance.now()
        document.querySelector<HTMLButtonElement>('button[aria-label="Play"]')!.click()
        while (!(probe.currentTime > 0)) await new Promise(resolve => setTimeout(resolve, 1))
        return performance.now() - began
      }),
    )
    await page.close()
  }
  return took
}

/** What opening a past meeting loads beyond the launcher. */
export async function ownScriptKb(context: BrowserContext, id: string): Promise<number> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'START!' }).waitFor()
  // What the launcher loads behind its form is its own.
  await page.getByRole('textbox', { name: 'Filter the meetings' }).waitFor()
  await page.locator('[data-position="bottom-right"]').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const scripts = new Map<string, number>()
  page.on('response', async response => {
    if (response.request().resourceType() === 'script')
      scripts.set(response.url(), gzipSync(await response.body()).length)
  })
  await openInApp(page, id)
  await isReady(page)
  await page.close()
  return [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024
}
