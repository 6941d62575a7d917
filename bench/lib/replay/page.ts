import type { Page } from '@playwright/test'

/** Inside the running app: from the navigation to the first row's text, drawn. */
export function openInApp(page: Page, id: string): Promise<number> {
  return page.evaluate(async path => {
    const began = performance.now()
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    while (!document.querySelector('li[data-row] p')?.textContent) {
      if (performance.now() - began > 120_000) throw new Error(`no text: ${document.body.innerText}`)
      await new Promise(requestAnimationFrame)
    }
    await new Promise(resolve => setTimeout(resolve))
    return performance.now() - began
  }, `/past/${id}`)
}

/** From the navigation's own start to the first row's text. */
export async function openCold(page: Page, id: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`/past/${id}`, { waitUntil: 'commit' })
  return await page.evaluate(async () => {
    const began = performance.now()
    while (!document.querySelector('li[data-row] p')?.textContent) {
      if (performance.now() - began > 120_000) throw new Error(`no text: ${document.body.innerText}`)
      await new Promise(requestAnimationFrame)
    }
    return performance.now()
  })
}

export async function toLauncher(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState({}, '', '/')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await page.locator('main[data-screen="launcher"]').waitFor()
}

export const isReady = (page: Page) =>
  page.locator('button[aria-label="Play"]:not([disabled])').waitFor({ timeout: 60_000 })

export const isWhole = (page: Page) =>
  page
    .getByRole('tab', { name: /Words: \d+.*/ })
    .first()
    .waitFor({ timeout: 60_000 })

/** From the jump to the last row on screen. */
export async function jumpToEnd(page: Page): Promise<number> {
  const list = page.getByTestId('transcript-list')
  await list.evaluate(element => element.scrollTo(0, 0))
  await page.locator('[data-row="0"]').waitFor()
  return await page.evaluate(async () => {
    const list = document.querySelector('[data-testid=transcript-list]')!
    // From the beginning of a frame: what is left of one would be luck.
    await new Promise(requestAnimationFrame)
    const began = performance.now()
    list.scrollTop = list.scrollHeight
    for (;;) {
      await new Promise(requestAnimationFrame)
      const last = document.querySelector('li[data-row]:last-child')?.getBoundingClientRect()
      const view = list.getBoundingClientRect()
      if (last && last.bottom <= view.bottom + 2 && last.top < view.bottom) break
    }
    return performance.now() - began
  })
}

/** The work of a first letter (with the index) and of another one, without the frame they wait for. */
export async function searching(page: Page): Promise<[cold: number, warm: number]> {
  return await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('[data-search]')!
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const type = async (text: string) => {
      const began = performance.now()
      set.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      const took = performance.now() - began
      await new Promise(requestAnimationFrame)
      await new Promise(resolve => setTimeout(resolve, 50))
      return took
    }
    await type('')
    const cold = await type('question')
    const warm = await type('questions')
    await type('')
    return [cold, warm] as [number, number]
  })
}
