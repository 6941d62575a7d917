import { routes } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { seriousFindings } from './support/browser/axe'
import { expect, test } from './support/test'

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(() => {
    test.use({ colorScheme })

    test(`every call and socket of the server is documented at /docs, ${colorScheme}`, async ({ page }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'API documentation' }).click()
      await expect(page).toHaveURL(routes.docs)
      // The page before it has a status too and stays until this one has loaded.
      await expect(page.getByLabel('Search calls and sockets')).toBeVisible()
      await expect(page.getByRole('main').getByRole('status')).toHaveText(/^\d{2,} calls, 2 sockets$/)

      await page.keyboard.press('/')
      await page.keyboard.type(getMeeting.summary)
      const call = page.getByRole('button', { name: /GET .*\/meetings\/\{id\}$/ })
      await expect(page.getByRole('main').getByRole('status')).toHaveText('1 call, 0 sockets')
      await call.press('Enter')
      await expect(call).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByText(/duration: number .*\| null/)).toBeVisible()
      await expect(page.getByText(/401, 403, 404/)).toBeVisible()

      await page.getByLabel('Search calls and sockets').fill('eva_thanks')
      await page.getByRole('button', { name: /^WS/ }).click()
      await expect(
        page.getByText('hotword_response_to_user').or(page.getByText('command_response')),
      ).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
    })
  })
