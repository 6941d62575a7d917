import type { Page } from '@playwright/test'

/** In a narrow window some controls of a toolbar stand behind "…". */
export async function unfold(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More controls' })
  if (await more.isVisible()) await more.click()
}
