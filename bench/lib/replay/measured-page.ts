import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { type Figures, noFigures } from './figures'

/** A page that is measured, and what was measured of it. */
export interface MeasuredPage {
  page: Page
  cdp: CDPSession
  /** Selector of the word that is marked. */
  marked: string
  figures: Figures
}

export async function measuredPage(context: BrowserContext, marked: string): Promise<MeasuredPage> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp, marked, figures: noFigures() }
}
