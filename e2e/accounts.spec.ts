import { routes } from '@livetap/contract'
import type { Browser, Page } from '@playwright/test'
import { seriousFindings } from './support/browser/axe'
import { signIn } from './support/sign-in'
import { expect, test } from './support/test'

test.use({ serverFor: 'accounts' })

const PASSWORD = 'nanoseconds 1906'

/** A browser of someone else: without a session, on another device. */
async function anotherBrowser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  return await context.newPage()
}

const main = (page: Page) => page.getByRole('main')
const row = (page: Page, email: string) => main(page).getByRole('row').filter({ hasText: email })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Invites by the screen, and answers the link that is shown. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto(routes.accounts)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog(page, 'Invite to Livetap').getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  const shown = dialog(page, `${email} is invited`)
  await expect(shown.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const link = await shown.getByLabel('The link').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  return link
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel(/^Password(?! again)/).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your password is set', { exact: true })).toBeVisible()
}

test('one is invited, accepts on another device, gets another role, and is out when disabled', async ({
  page,
  browser,
  server,
}) => {
  const email = 'grace@example.com'
  const link = await invite(page, email)
  await expect(row(page, email)).toContainText('Invited')

  const guest = await anotherBrowser(browser, server.origin)
  await accept(guest, link)
  await guest.getByRole('button', { name: 'Go to sign-in' }).click()
  await expect(guest).toHaveURL(routes.login)
  await signIn(guest, { email, password: PASSWORD })
  const rail = guest.getByRole('navigation', { name: 'Screens' })
  await expect(rail.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(rail.getByRole('link', { name: 'Accounts' })).toHaveCount(0)
  await expect(rail.getByRole('link', { name: 'Logs' })).toHaveCount(0)
  await guest.goto(routes.accounts)
  await expect(guest.getByTestId('not-allowed')).toContainText('accounts.manage')

  // The link works once.
  const late = await anotherBrowser(browser, server.origin)
  await late.goto(link)
  await expect(late.getByRole('alert')).toContainText('This link was used already')

  // A team and another role, by keyboard.
  await page.getByRole('button', { name: 'Teams' }).click()
  await dialog(page, 'Teams').getByLabel('Name of another team').fill('Compilers')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Teams').getByText('0 members')).toBeVisible()
  await page.keyboard.press('Escape')
  await row(page, email).getByRole('link').focus()
  await page.keyboard.press('Enter')
  const detail = dialog(page, email)
  await detail.getByLabel('Role').selectOption('operator')
  await detail.getByRole('combobox', { name: 'Teams' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Compilers' }).click()
  await page.keyboard.press('Tab')
  await detail.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, email)).toContainText('operator')
  await expect(row(page, email)).toContainText('Compilers')
  await guest.reload()
  await guest.goto(routes.launcher)
  await expect(rail.getByRole('link', { name: 'Logs' })).toBeVisible()

  await detail.getByRole('button', { name: 'Disable' }).click()
  await dialog(page, 'Disable this account?').getByRole('button', { name: 'Disable account' }).click()
  await expect(row(page, email)).toContainText('Disabled')
  await guest.goto(routes.account)
  await expect(guest.getByRole('button', { name: 'Login with single sign-on' })).toBeVisible()
  await guest.getByRole('button', { name: 'Login with single sign-on' }).click()
  await guest.locator('input[name="email"]').fill(email)
  await guest.locator('input[name="password"]').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign in' }).click()
  await expect(guest.getByRole('alert')).toContainText('is not right')
  await late.context().close()
  await guest.context().close()
})

test('the last admin cannot be disabled, and says why', async ({ page }) => {
  await page.goto(`${routes.accounts}?role=admin`)
  await row(page, 'ann@example.org').getByRole('link').click()
  await dialog(page, 'ann@example.org').getByRole('button', { name: 'Disable' }).click()
  const asked = dialog(page, 'Disable this account?')
  await asked.getByRole('button', { name: 'Disable account' }).click()
  await expect(asked.getByRole('alert')).toContainText('the last admin')
})

test('another password is set by a link, and an open link is replaced only when that is confirmed', async ({
  page,
  browser,
  server,
}) => {
  const email = 'reset@example.com'
  const first = await invite(page, email)
  await row(page, email).getByRole('link').click()
  await dialog(page, email).getByRole('button', { name: 'Another invitation' }).click()
  await dialog(page, 'Replace the open link?').getByRole('button', { name: 'Replace it' }).click()
  const second = await dialog(page, `${email} is invited`).getByLabel('The link').inputValue()
  const guest = await anotherBrowser(browser, server.origin)
  await guest.goto(first)
  await expect(guest.getByRole('alert')).toContainText('it was replaced')
  await accept(guest, second)
  await guest.context().close()
})

test('a session is ended from another device, and a key is shown once and revoked', async ({
  page,
  browser,
  server,
}) => {
  const email = 'devices@example.com'
  const link = await invite(page, email)
  const [laptop, phone] = [
    await anotherBrowser(browser, server.origin),
    await anotherBrowser(browser, server.origin),
  ]
  await accept(laptop, link)
  await laptop.getByRole('button', { name: 'Go to sign-in' }).click()
  await signIn(laptop, { email, password: PASSWORD })
  await phone.goto('/')
  await signIn(phone, { email, password: PASSWORD })

  await laptop.getByTestId('user-label').click()
  await expect(laptop).toHaveURL(routes.account)
  const sessions = laptop.getByRole('region', { name: 'Sessions', exact: true })
  await expect(sessions.getByRole('status')).toHaveText('2 sessions')
  await expect(sessions.getByText('This one', { exact: true })).toHaveCount(1)
  await sessions.getByRole('button', { name: 'End the session of Chrome on Linux' }).click()
  await expect(sessions.getByRole('status')).toHaveText('1 session')
  await phone.goto(routes.account)
  await expect(phone.getByRole('button', { name: 'Login with single sign-on' })).toBeVisible()

  const keys = laptop.getByRole('region', { name: 'API keys', exact: true })
  await expect(keys.getByText('No API keys', { exact: true })).toBeVisible()
  await keys.getByRole('button', { name: 'Make a key' }).click()
  const form = dialog(laptop, 'Make an API key')
  await form.getByRole('textbox', { name: /^Name/ }).fill('nightly export')
  await form.getByRole('checkbox', { name: /^meeting\.read/ }).check()
  await form.getByRole('button', { name: 'Make the key' }).click()
  const made = dialog(laptop, 'The key nightly export is made')
  await expect(made.getByLabel('The key')).toHaveValue(/^lvt_/)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByRole('row', { name: /nightly export/ })).toContainText('never')
  await keys.getByRole('button', { name: 'Revoke nightly export' }).click()
  await dialog(laptop, 'Revoke nightly export?').getByRole('button', { name: 'Revoke the key' }).click()
  await expect(keys.getByText('No API keys', { exact: true })).toBeVisible()
  await laptop.context().close()
  await phone.context().close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`nothing serious is wrong with the screens, ${colorScheme}, and they fit 360 pixels`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 900, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(routes.accounts)
      await expect(main(page).getByRole('table')).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.goto(routes.account)
      await expect(main(page).getByRole('table').first()).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.goto(`${routes.invitation}#nonsense`)
      await expect(page.getByText('This link does not work', { exact: true })).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

test('the members of a team are put in and taken out in the panel of teams, by keyboard', async ({
  page,
}) => {
  const emails = ['team.ada@example.com', 'team.bob@example.com']
  for (const email of emails) await invite(page, email)
  await page.getByRole('button', { name: 'Teams' }).click()
  const teams = dialog(page, 'Teams')
  await teams.getByLabel('Name of another team').fill('Linkers')
  await page.keyboard.press('Enter')
  const open = teams.getByRole('button', { name: 'Members of Linkers' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  const members = teams.getByRole('list', { name: 'Members of Linkers' })
  const field = teams.getByRole('combobox', { name: 'Put an account into Linkers' })
  for (const email of emails) {
    await field.fill(email)
    // What was offered before the text is gone.
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([email])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(members).toContainText(email)
  }
  await expect(teams.getByRole('link', { name: 'Show who is in Linkers' })).toHaveText('2 members')
  expect(await seriousFindings(page)).toEqual([])
  await teams.getByRole('button', { name: `Take ${emails[0]} out of Linkers` }).focus()
  await page.keyboard.press('Enter')
  await expect(members).not.toContainText(emails[0]!)
  await expect(members).toContainText(emails[1]!)
  await page.keyboard.press('Escape')
  await expect(row(page, emails[1]!)).toContainText('Linkers')
  await expect(row(page, emails[0]!)).not.toContainText('Linkers')
})
