import type { CDPSession, Page } from '@playwright/test'

/** Live heap after a collection, in MB. */
export async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 2 ** 20
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/**
 * Main-thread work while it plays, in ms of CPU a second: what other programs take of the core does not count.
 * Nothing of ours runs in the page meanwhile.
 */
export async function mainThreadMs(page: Page, cdp: CDPSession, seconds: number): Promise<number> {
  const began = performance.now()
  const before = await taskSeconds(cdp)
  await page.waitForTimeout(seconds * 1000)
  const after = await taskSeconds(cdp)
  return ((after - before) * 1000) / ((performance.now() - began) / 1000)
}

/** Frames that came a second, and the longest wait for one. */
export async function frames(page: Page, seconds: number): Promise<{ drawn: number; longestMs: number }> {
  return await page.evaluate(async ms => {
    const at: number[] = []
    const end = performance.now() + ms
    while (performance.now() < end) at.push(await new Promise<number>(requestAnimationFrame))
    const gaps = at.slice(1).map((time, i) => time - at[i]!)
    return { drawn: (gaps.length * 1000) / (at.at(-1)! - at[0]!), longestMs: Math.max(...gaps) }
  }, seconds * 1000)
}

/** Moves the element to each moment and waits until the mark is on screen and drawn. */
export async function seeks(page: Page, momentsMs: readonly number[], marked: string): Promise<number[]> {
  return await page.evaluate(
    async ([moments, selector]) => {
      const { probe } = window as unknown as { probe: HTMLMediaElement }
      const took: number[] = []
      const frame = () => new Promise(requestAnimationFrame)
      const current = () => document.querySelector(selector as string)
      for (const ms of moments as number[]) {
        const before = current()
        const text = before?.getAttribute('data-word') ?? before
        // From the beginning of a frame: what is left of one would be luck.
        await frame()
        const began = performance.now()
        probe.currentTime = ms / 1000
        for (let tries = 0; tries < 600; tries++) {
          await frame()
          const now = current()
          const box = now?.getBoundingClientRect()
          const isNew = now && (now.getAttribute('data-word') ?? now) !== text
          if (isNew && box && box.bottom > 0 && box.top < innerHeight) break
        }
        took.push(performance.now() - began)
        await new Promise(resolve => setTimeout(resolve, 80))
      }
      return took
    },
    [momentsMs, marked] as const,
  )
}

/**
 * Run before any page script. The player's element is in no document, so its constructor is watched; and the name
 * helper that the TypeScript runner puts into functions does not exist in a page.
 */
export const beforePage = {
  content: `
    globalThis.__name = value => value
    const Original = window.Audio
    window.Audio = function () { return (window.probe = new Original()) }
    window.tasks = []
    new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(entry => entry.duration)))
      .observe({ type: 'longtask' })
  `,
}
