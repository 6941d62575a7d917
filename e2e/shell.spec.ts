import { expect, test } from './support/test'

test('ACC-04 top bar: the user label and Logout', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByTestId('user-label')).toHaveText('ann@example.org')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
