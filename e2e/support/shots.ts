import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { test } from './test'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))

/** 720 is a window of 1440 pixels zoomed to 200 %. */
const widths = [1440, 900, 720, 600, 360]
const heights: Record<number, number> = { 720: 450, 360: 740 }

interface Shot {
  signedIn?: boolean
  /** Brings the screen into the state to be seen. */
  go: (page: Page) => Promise<void>
  /** The state does not outlive another width: it is brought about at each. */
  again?: boolean
}

/** One picture per look: `screenshots/NAME-light-1440.png` and so on. The screen is opened once, then resized. */
export function shots(name: string, { signedIn = true, go, again = false }: Shot): void {
  test.describe(name, () => {
    test.use({ signedIn })
    test(name, async ({ page }) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: heights[width] ?? 900 })
        if (width === widths[0] || again) await go(page)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.evaluate(() => document.fonts.ready)
          // The running clock is an animation: switched off it would show its last moment.
          await page.screenshot({
            path: `${folder}/${name}-${colorScheme}-${width}.png`,
            animations: 'allow',
          })
        }
      }
    })
  })
}
