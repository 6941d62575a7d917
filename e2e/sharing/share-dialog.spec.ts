import { fillRoute, routes } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { findingsInBothColors } from '../support/browser/axe'
import { seed, spoken, spokenMs } from '../support/past/past-meetings'
import { addAccount } from '../support/sharing/accounts'
import { SharesOf } from '../support/sharing/shares'
import { expect, test } from '../support/test'

test.use({ serverFor: 'sharing' })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sharing' })
const part = (page: Page, name: string) => dialog(page).getByRole('region', { name })

async function openDialog(page: Page, id: string): Promise<void> {
  await page.goto(fillRoute(routes.past, { meeting_id: id }))
  await page.getByRole('button', { name: 'Sharing' }).click()
  await expect(part(page, 'Links')).toBeVisible()
}

const meeting = (id: string) => ({ id, title: id, durationMs: spokenMs, utterances: spoken })

test('a meeting is shared with an account by keyboard, and taken back after a question', async ({
  page,
  server,
}) => {
  await seed(server, [meeting('with-people')])
  await addAccount(server, 'vera@example.org', 'viewer')
  await page.goto(fillRoute(routes.past, { meeting_id: 'with-people' }))
  await page.getByRole('button', { name: 'Sharing' }).focus()
  await page.keyboard.press('Enter')
  const people = part(page, 'People and teams')
  await expect(people).toContainText('It is shared with no person and no team.')
  await expect(people.getByRole('combobox', { name: 'With' })).toBeFocused()
  await page.keyboard.type('no.one@example.org')
  await page.keyboard.press('Enter')
  await expect(people.getByRole('alert')).toContainText('there is no account no.one@example.org')
  await people.getByRole('combobox', { name: 'With' }).fill('vera@example.org')
  await people.getByLabel('They').selectOption('May edit')
  await people.getByRole('button', { name: 'Share' }).press('Enter')
  const shared = people.getByRole('list', { name: 'Shared with' })
  await expect(shared).toContainText('vera@example.org')
  await expect(shared).toContainText('May edit')
  await people.getByRole('button', { name: 'Remove vera@example.org' }).press('Enter')
  await expect(people.getByRole('alert')).toContainText('What they have open closes.')
  await people.getByRole('button', { name: 'Keep' }).press('Enter')
  await expect(shared).toContainText('vera@example.org')
  await people.getByRole('button', { name: 'Remove vera@example.org' }).press('Enter')
  await people.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(people).toContainText('It is shared with no person and no team.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('rows of the start page and of the library say that their meeting is shared, and by links', async ({
  page,
  server,
  signedInState,
}) => {
  await seed(server, [meeting('rows-shared'), meeting('rows-alone')])
  await addAccount(server, 'rowena@example.org', 'viewer')
  const shares = new SharesOf(server.origin, await signedInState())
  await shares.create('rows-shared', { with: 'rowena@example.org' })
  await shares.link('rows-shared')
  for (const path of [routes.launcher, routes.library]) {
    await page.goto(path)
    const row = (title: string) => page.getByRole('main').getByRole('row').filter({ hasText: title })
    const mark = row('rows-shared').getByRole('img', { name: 'Shared with 1 account or team, and by 1 link' })
    await expect(mark).toBeVisible()
    await mark.hover()
    await expect(page.getByRole('tooltip')).toContainText('by 1 link')
    await expect(row('rows-alone')).toBeVisible()
    await expect(row('rows-alone').getByTestId('sharing')).toHaveCount(0)
  }
  expect(await findingsInBothColors(page)).toEqual([])
})

test('a link is made with its stretch, password and expiry, shown once, and revoked after a question', async ({
  page,
  server,
  browser,
}) => {
  await seed(server, [meeting('with-links')])
  await openDialog(page, 'with-links')
  const links = part(page, 'Links')
  await expect(links).toContainText('There is no link.')
  await links.getByLabel('From').fill('soon')
  await expect(links).toContainText('A moment such as 1:30')
  await links.getByLabel('From').fill('0:05')
  await links.getByLabel('To', { exact: true }).fill('0:50')
  await links.getByLabel('Password').fill('open sesame')
  await links.getByLabel('Opens').selectOption('For a day')
  await links.getByRole('button', { name: 'Create link' }).click()
  const address = links.getByLabel('The new link')
  await expect(address).toBeVisible()
  const url = await address.inputValue()
  const row = links.getByRole('list', { name: 'Links of this meeting' }).getByRole('listitem')
  await expect(row).toContainText('From 00:00:05 to 00:00:50')
  await expect(row).toContainText('with a password')
  await expect(row).toContainText('never opened')

  const reader = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const reading = await reader.newPage()
  await reading.goto(url)
  await reading.getByLabel('Password').fill('open sesame')
  await reading.keyboard.press('Enter')
  await expect(reading.getByText('From 00:00:05 to 00:00:50 of the meeting')).toBeVisible()

  await openDialog(page, 'with-links')
  await expect(links.getByLabel('The new link')).toHaveCount(0)
  await expect(row).toContainText('last opened')
  await row.getByRole('button', { name: /^Revoke the link/ }).click()
  await expect(row.getByRole('alert')).toContainText('It opens nothing any more')
  await row.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(links).toContainText('There is no link.')
  await reading.reload()
  await expect(reading.getByText('This link opens nothing', { exact: true })).toBeVisible()
  await reader.close()
})

test('owner and restriction are changed, and the header says that the meeting is restricted', async ({
  page,
  server,
}) => {
  await seed(server, [meeting('with-owner')])
  await addAccount(server, 'olga@example.org', 'host')
  await openDialog(page, 'with-owner')
  const owner = part(page, 'Owner and team')
  await expect(owner).toContainText('There are no teams yet')
  await owner.getByLabel('Restricted').click()
  await expect(owner.getByLabel('Restricted')).toBeChecked()
  await expect(page.getByTestId('meeting-heading').getByTestId('restricted')).toHaveCount(1)
  await owner.getByLabel('Owner', { exact: true }).fill('olga@example.org')
  await owner.getByRole('button', { name: 'Give it to them' }).click()
  await expect(owner.getByRole('button', { name: 'Give it to them' })).toBeDisabled()
  await expect(owner.getByLabel('Owner', { exact: true })).toHaveValue('olga@example.org')
  await owner.getByLabel('Restricted').click()
  await expect(owner.getByLabel('Restricted')).not.toBeChecked()
})

test('nothing serious is wrong with the dialog, and it fits 360 pixels', async ({
  page,
  server,
  signedInState,
}) => {
  await seed(server, [meeting('with-axe')])
  await new SharesOf(server.origin, await signedInState()).link('with-axe', { from_millis: 5000 })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDialog(page, 'with-axe')
  expect(await findingsInBothColors(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
