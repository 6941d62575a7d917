import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { test } from './test'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))

/** 720 is a window of 1440 pixels zoomed to 200 %. */
const looks = (['light', 'dark'] as const).flatMap(colorScheme =>
  [1440, 900, 720, 600, 360].map(width => ({ colorScheme, width })),
)

interface Shot {
  signedIn?: boolean
  /** Brings the screen into the state to be seen. */
  go: (page: Page) => Promise<void>
}

/** One picture per look: `screenshots/NAME-light-1440.png` and so on. */
export function shots(name: string, { signedIn = true, go }: Shot): void {
  test.describe(name, () => {
    test.use({ signedIn })
    for (const { colorScheme, width } of looks) {
      test(`${name} ${colorScheme} ${width}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: width === 720 ? 450 : width === 360 ? 740 : 900 })
        await go(page)
        await page.evaluate(() => document.fonts.ready)
        // The running clock is an animation: switched off it would show its last moment.
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, animations: 'allow' })
      })
    }
  })
}
