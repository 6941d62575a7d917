import { type Browser, expect, type Page } from '@playwright/test'
import { type Account, admin } from './server'

export type SignedInState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Through the console's button and the real sign-in page, the way a user does. */
export async function signIn(page: Page, { email, password }: Account = admin): Promise<void> {
  await page.getByRole('button', { name: 'Login with single sign-on' }).click()
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

/** A browser state with a session of its own. */
export async function newSignedInState(browser: Browser, origin: string): Promise<SignedInState> {
  const context = await browser.newContext({ baseURL: origin })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await signIn(page)
    return await context.storageState()
  } finally {
    await context.close()
  }
}
