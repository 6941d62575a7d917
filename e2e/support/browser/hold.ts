import type { Page } from '@playwright/test'

/** Holds matching requests until released; the real ones then go on. */
export async function hold(
  page: Page,
  url: string | RegExp,
): Promise<{ release: () => void; reached: Promise<void> }> {
  let release = () => {}
  let reach = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  const reached = new Promise<void>(resolve => {
    reach = resolve
  })
  await page.route(url, async route => {
    reach()
    await gate
    await route.continue()
  })
  return { reached, release: () => release() }
}
