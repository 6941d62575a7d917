import { routes } from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { seriousFindings } from './support/browser/axe'
import { bearerOf } from './support/live/live-meeting'
import { seed } from './support/past/past-meetings'
import { expect, test } from './support/test'

test.use({ serverFor: 'the audit log' })

test('who deleted what is read, filtered, opened and exported', async ({ page, server, signedInState }) => {
  await seed(server, [{ id: 'audited-1', title: 'Weekly' }])
  const deleted = await fetch(server.origin + pathOf(deleteMeeting, { id: 'audited-1' }), {
    method: 'DELETE',
    headers: bearerOf(await signedInState()),
  })
  expect(deleted.status).toBe(204)

  await page.goto(`${routes.audit}?action=meeting.delete`)
  const main = page.getByRole('main')
  await expect(main.getByRole('table')).toContainText(/ deleted “Weekly”/)
  await expect(main.getByRole('button', { name: 'Remove the filter Action: meeting.delete' })).toBeVisible()

  // Its details, by keyboard alone; Escape goes back to the list.
  await main.getByRole('table').getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('dialog')
  await expect(detail).toContainText('audited-1')
  await expect(detail.getByRole('link', { name: 'Open the meeting' })).toHaveCount(0)
  await expect(page).toHaveURL(/entry=\d+/)
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')

  await main.getByRole('button', { name: /^Remove the filter/ }).click()
  await expect(page).toHaveURL(routes.audit)
  await main.getByLabel('Who').fill('no.one@example.com')
  await page.keyboard.press('Enter')
  await expect(main.getByText('No entries', { exact: true })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`nothing serious is wrong with the screen, ${colorScheme}, and it fits 360 pixels`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${routes.audit}?result=done`)
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
