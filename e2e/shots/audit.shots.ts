import { routes } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { shots } from '../support/shots'
import { expect } from '../support/test'

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(routes.audit)
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await page.goto(`${routes.audit}${search}`)
}

shots('audit', {
  go: async page => {
    await open(page)
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  },
})

shots('audit-entry', {
  go: async page => {
    await open(page)
    await page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

shots('audit-nothing', {
  go: async page => {
    await open(page, '?actor=no.one%40example.com&action=meeting.delete')
    await expect(page.getByText('No entries', { exact: true })).toBeVisible()
  },
})
