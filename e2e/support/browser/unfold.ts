import type { Page } from '@playwright/test'

/** Some controls of a toolbar are behind "More": those of /live always, others in a narrow window. */
export async function unfold(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More controls' })
  if (await more.isVisible()) await more.click()
}
