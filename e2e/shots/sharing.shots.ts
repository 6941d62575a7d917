import { fillRoute, routes } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { seed, spoken, spokenMedia, spokenMs } from '../support/past/past-meetings'
import { highlights } from '../support/past/past-test'
import { SharesOf } from '../support/sharing/shares'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'

/** By name; made once, before the first picture. */
const links: Record<string, string> = {}
test.beforeAll(async ({ server, signedInState }) => {
  const { audio, peaks } = spokenMedia()
  const whole = { durationMs: spokenMs, utterances: spoken, highlights, audio, peaks }
  await seed(server, [{ id: 'shots-shared', title: 'Two readers', ...whole }])
  const shares = new SharesOf(server.origin, await signedInState())
  links.whole = (await shares.link('shots-shared')).path
  links.stretch = (await shares.link('shots-shared', { from_millis: 7400, to_millis: 50_000 })).path
  links.password = (await shares.link('shots-shared', { password: 'open sesame' })).path
})

const ready = (page: Page) =>
  expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 40_000 })

shots('shared-link', {
  signedIn: false,
  go: async page => {
    await page.goto(links.whole!)
    await ready(page)
  },
})

shots('shared-link-stretch', {
  signedIn: false,
  go: async page => {
    await page.goto(links.stretch!)
    await ready(page)
  },
})

shots('shared-link-password', {
  signedIn: false,
  go: async page => {
    await page.goto(links.password!)
    await page.getByLabel('Password').fill('guess')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This is not the password of this link.')).toBeVisible()
  },
})

shots('shared-link-gone', {
  signedIn: false,
  go: async page => {
    await page.goto(fillRoute(routes.shared, { token: 'no-such-token' }))
    await expect(page.getByText('This link opens nothing', { exact: true })).toBeVisible()
  },
})

shots('share-dialog', {
  go: async page => {
    await page.goto(fillRoute(routes.past, { meeting_id: 'shots-shared' }))
    await page.getByRole('button', { name: 'Sharing' }).click()
    await expect(page.getByRole('list', { name: 'Links of this meeting' })).toBeVisible()
  },
})
