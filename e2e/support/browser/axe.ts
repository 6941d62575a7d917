import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What fades in or out has the contrast of no state that anyone reads. */
async function motionIsOver(): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
}

/** The rules whose answer depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Legacy mode reads the one frame that our pages have without opening another page: three times as quick. */
async function violationsOf(page: Page, rules?: string[]) {
  await page.evaluate(motionIsOver)
  const runOnly = rules && { type: 'rule' as const, values: rules }
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], runOnly })
  return (await axe.analyze()).violations
}

const asText = ({ id, nodes }: Awaited<ReturnType<typeof violationsOf>>[number]) =>
  `${id}: ${nodes.map(node => node.html).join(' | ')}`

/** All that axe finds, as rule and markup. */
export async function axeFindings(page: Page): Promise<string[]> {
  return (await violationsOf(page)).map(asText)
}

/** What axe calls serious or critical, as rule and markup. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  const found = await violationsOf(page, rules)
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(asText)
}

async function showIn(page: Page, colorScheme: 'dark' | 'light') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** What axe calls serious or critical, in dark and in light. */
export async function findingsInBothColors(page: Page): Promise<string[]> {
  await showIn(page, 'dark')
  const inDark = await seriousFindings(page)
  await showIn(page, 'light')
  return [...inDark, ...(await seriousFindings(page, COLOR_RULES))]
}
