import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import type { MeasuredPage } from './measured-page'
import { isReady, isWhole, jumpToEnd, openCold, openInApp, searching, toLauncher } from './page'
import { heapMb } from './page-meters'

const EMPTY_PATH = '/empty-page-of-the-bench'

/** An empty page in the place of ours: it loads the scripts that ours asked for before its first text, and runs none. */
export async function prepareColdEmpty(page: Page, id: string): Promise<void> {
  await openCold(page, id)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => name),
  )
  const links = scripts.map(url => `<link rel="modulepreload" href="${url}">`).join('')
  const body = `<!doctype html><title>Empty</title>${links}<p>Empty</p>`
  await page.route(`**${EMPTY_PATH}`, route => route.fulfill({ contentType: 'text/html', body }))
}

async function openColdEmpty(page: Page): Promise<number> {
  await page.goto('about:blank')
  await page.goto(EMPTY_PATH, { waitUntil: 'load' })
  return await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    return performance.now()
  })
}

/** Cold, then from inside the app. */
export async function openOurs({ page, cdp, figures }: MeasuredPage, id: string): Promise<void> {
  figures.coldEmpty.push(await openColdEmpty(page))
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

export async function jumpAndSearchOurs({ page, figures }: MeasuredPage): Promise<void> {
  figures.toEnd.push(await jumpToEnd(page))
  const [cold, warm] = await searching(page)
  figures.searchCold.push(cold)
  figures.searchWarm.push(warm)
}

export const countNodes = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('[data-testid=transcript-list] *').length)

/** The toast about the video, 5 s after the opening, is no part of playing. */
export async function toastIsOver(page: Page): Promise<void> {
  const toast = page.getByText('Video was not found')
  await toast.waitFor({ timeout: 60_000 })
  await toast.waitFor({ state: 'hidden', timeout: 60_000 })
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
