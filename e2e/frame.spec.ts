import type { Page } from '@playwright/test'
import { seriousFindings } from './support/browser/axe'
import { keepToasts } from './support/browser/kept-toasts'
import { expect, test } from './support/test'

const theme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test.describe('signed out', () => {
      test.use({ signedIn: false })

      test(`axe finds nothing serious on the login screen, ${colorScheme}`, async ({ page }) => {
        await page.goto('/login')
        await expect(page.getByRole('button', { name: 'Login with single sign-on' })).toBeVisible()
        expect(await theme(page)).toBe(colorScheme)
        expect(await seriousFindings(page)).toEqual([])
      })

      test(`axe finds nothing serious on an error toast, ${colorScheme}`, async ({ page }) => {
        await keepToasts(page)
        await page.goto('/?error=access_denied')
        await page.getByText('Failed init auth: access_denied').hover()
        await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
        expect(await seriousFindings(page)).toEqual([])
      })
    })

    test(`axe finds nothing serious on the frame, a page that is not there, and its keys, ${colorScheme}`, async ({
      page,
    }) => {
      await page.goto('/nothing/here')
      await expect(page.getByText('Page not found').first()).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
    })
  })
}

test('an unknown address shows the not-found page inside the frame', async ({ page }) => {
  const answer = await page.goto('/nothing/here')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('main[data-screen="not-found"]')).toContainText('/nothing/here')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to start', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('the theme goes round and is kept over a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/nothing/here')
  const button = page.getByRole('button', { name: /^Theme/ })
  await expect(button).toHaveAccessibleName('Theme: as the system')
  expect(await theme(page)).toBe('light')
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Theme: dark')
  await page.reload()
  await expect(button).toHaveAccessibleName('Theme: dark')
  expect(await theme(page)).toBe('dark')
})

test('the frame works by keyboard: skip link, top bar, help and back', async ({ page }) => {
  await page.goto('/nothing/here')
  await expect(page.getByText('Page not found').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to start' })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Show the keyboard shortcuts')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page over plain HTTP from another machine explains what to do', async ({ page, server }) => {
  // A name that is not loopback makes the context insecure, as another machine would.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }))
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { name: 'This address is not secure' })).toBeVisible()
  await expect(page.getByText('LIVETAP_PUBLIC_URL')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('an error toast can be copied with its tracking id', async ({ page, context }) => {
  await keepToasts(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route(
    '**/Users/me',
    route =>
      route.fulfill({
        status: 500,
        json: { message: 'Server Exception', errors: [{ description: 'down' }], trackingId: 'TRACK-9' },
      }),
    { times: 1 },
  )
  await page.goto('/')
  const toast = page.getByRole('alert').filter({ has: page.getByTestId('toast-error') })
  await toast.hover()
  await toast.getByRole('button', { name: 'Copy' }).click()
  await expect(toast.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Failed init user: down\nTracking id: TRACK-9',
  )
})

test('a token never stands in an address or in the console', async ({ page }) => {
  const seen: string[] = []
  page.on('request', request => seen.push(request.url()))
  page.on('console', message => seen.push(message.text()))
  await page.goto('/past/x')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  const { access_token, refresh_token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('livetap.token')!).token,
  )
  for (const text of seen) {
    expect(text).not.toContain(access_token)
    expect(text).not.toContain(refresh_token)
  }
})
