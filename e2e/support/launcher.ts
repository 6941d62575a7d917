import { expect, type Page } from '@playwright/test'

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const field = (page: Page, name: string) => page.locator(`#field-${name}`)
export const start = (page: Page) => page.locator('button[type=submit]')
export const toast = (page: Page, text: string) => page.getByTestId('toast-error').filter({ hasText: text })
export const file = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('content'),
})

export async function open(page: Page, mode?: string) {
  await page.goto(mode ? `/?mode=${mode}` : '/')
  await expect(start(page)).toBeVisible()
}
