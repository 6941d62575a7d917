import { routes } from '@livetap/contract'
import { createAccount } from '@livetap/contract/calls/accounts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { bearerOf } from '../support/live/live-meeting'
import { shots } from '../support/shots'
import { newSignedInState } from '../support/sign-in'
import { expect, test } from '../support/test'

test.beforeAll(async ({ server, browser }) => {
  const headers = {
    ...bearerOf(await newSignedInState(browser, server.origin)),
    'content-type': 'application/json',
  }
  for (const [email, role] of [
    ['grace@example.com', 'host'],
    ['joan@example.com', 'trainer'],
  ])
    await fetch(server.origin + pathOf(createAccount), {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, role }),
    })
})

shots('accounts', {
  go: async page => {
    await page.goto(routes.accounts)
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  },
})

shots('accounts-detail', {
  go: async page => {
    await page.goto(routes.accounts)
    await page.getByRole('main').getByRole('table').getByRole('link').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

shots('account', {
  go: async page => {
    await page.goto(routes.account)
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
  },
})
