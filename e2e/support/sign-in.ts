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
  // Without this a context made inside a test would inherit that test's session.
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await signIn(page)
    return await context.storageState()
  } finally {
    await context.close()
  }
}

/** The same session with its access token too old to be used and young enough to be refreshed. */
export function withExpiredToken(state: SignedInState): SignedInState {
  const expire = (value: string) => JSON.stringify({ ...JSON.parse(value), timestamp: Date.now() - 700_000 })
  return {
    ...state,
    origins: state.origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.map(({ name, value }) => ({
        name,
        value: name === 'livetap.token' ? expire(value) : value,
      })),
    })),
  }
}
