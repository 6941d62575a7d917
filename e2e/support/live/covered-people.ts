import type { Page } from '@playwright/test'

/**
 * The toasts that lay over the list of participants in some frame since the page was opened. A toast lasts seconds: on
 * a busy machine a look from outside comes too late.
 */
export async function watchCoveredPeople(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const covering = new Set<string>()
    Object.assign(window, { coveringToasts: covering })
    const look = () => {
      const people = document
        .querySelector('[data-testid="participant"]')
        ?.closest('ul')
        ?.getBoundingClientRect()
      for (const toast of people ? document.querySelectorAll('[data-kind][role="alert"]') : []) {
        const box = toast.getBoundingClientRect()
        const isBeside = box.right <= people!.left || box.left >= people!.right
        const isAboveOrBelow = box.bottom <= people!.top || box.top >= people!.bottom
        if (!isBeside && !isAboveOrBelow) covering.add(toast.textContent ?? '')
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => [...(window as unknown as { coveringToasts: Set<string> }).coveringToasts])
}
