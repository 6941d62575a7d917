import { fillRoute, type LauncherMode, listeningPath, type Role, routes } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { createMeeting, endMeeting } from '../support/live/live-meeting'
import { seed, spoken, spokenMs } from '../support/past/past-meetings'
import { addAccount } from '../support/sharing/accounts'
import { SharesOf } from '../support/sharing/shares'
import { signIn } from '../support/sign-in'
import { test as base, expect } from '../support/test'

const emailOf = (role: Role) => `${role}@example.org`

/** An account of each role; a meeting that is shared with all of them to view, one of the host's, one of others. */
const test = base.extend<object, { installation: (role: Role) => { email: string; password: string } }>({
  installation: [
    async ({ server, signedInState }, use) => {
      const accounts = new Map<Role, { email: string; password: string }>()
      for (const role of ['host', 'viewer', 'trainer'] as const)
        accounts.set(role, await addAccount(server, emailOf(role), role))
      const whole = { durationMs: spokenMs, utterances: spoken }
      await seed(server, [
        { id: 'roles-shared', title: 'Shared with all', ...whole },
        {
          id: 'roles-own',
          title: 'Of the host',
          host: { userId: 'unknown', email: emailOf('host') },
          ...whole,
        },
        { id: 'roles-other', title: 'Of others', ...whole },
      ])
      const shares = new SharesOf(server.origin, await signedInState())
      for (const role of accounts.keys()) await shares.create('roles-shared', { with: emailOf(role) })
      await shares.change('roles-own', { owner: emailOf('host') })
      await use(role => accounts.get(role)!)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ signedIn: false, serverFor: 'roles' })

const rail = (page: Page) => page.getByRole('navigation', { name: 'Screens' })
const list = (page: Page) => page.getByRole('region', { name: 'Recent meetings' })
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

async function enter(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/')
  await signIn(page, account)
}

async function modesAre(page: Page, shown: readonly LauncherMode[], hidden: readonly LauncherMode[]) {
  for (const mode of shown) await expect(page.locator(`[data-mode="${mode}"]`), mode).toBeVisible()
  for (const mode of hidden) await expect(page.locator(`[data-mode="${mode}"]`), mode).toHaveCount(0)
}

async function railIs(page: Page, shown: readonly string[], hidden: readonly string[]) {
  const link = (name: string) => rail(page).getByRole('link', { name, exact: true })
  for (const name of shown) await expect(link(name), name).toBeVisible()
  for (const name of hidden) await expect(link(name), name).toHaveCount(0)
}

async function isRefused(page: Page, path: string, action: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText('You may not use this', { exact: true }), path).toBeVisible()
  await expect(page.getByTestId('not-allowed'), path).toContainText(action)
  await expect(page.getByRole('link', { name: 'Back to start', exact: true })).toBeVisible()
}

/** It is read, and offers nothing that changes it. */
async function isReadOnly(page: Page, id: string): Promise<void> {
  await page.goto(fillRoute(routes.past, { meeting_id: id }))
  await expect(page.getByTestId('transcript-list').getByRole('listitem').first()).toBeVisible()
  await expect(
    button(page, 'Copy transcripts')
      .or(button(page, /^Download/))
      .first(),
  ).toBeVisible()
  await expect(button(page, 'Sharing')).toHaveCount(0)
  await expect(button(page, /rename this meeting$/)).toHaveCount(0)
  await expect(button(page, /^(Correct|Highlight$|Rename)/)).toHaveCount(0)
}

/** What one may not know of is not there. */
async function isUnknown(page: Page): Promise<void> {
  await page.goto(fillRoute(routes.past, { meeting_id: 'roles-other' }))
  await expect(page.getByText('There is no such meeting').first()).toBeVisible()
  await expect(page.getByText('Of others')).toHaveCount(0)
}

const operations = ['System', 'Capacities', 'Usage', 'Logs', 'Audit log']
const training = ['Utterances', 'Manuscripts', 'Vendor tags']
const refusedOperations = [
  [routes.system, 'system.read'],
  [routes.logs, 'logs.read'],
  [routes.audit, 'audit.read'],
] as const

test('a viewer reads what is shared, and is offered nothing that changes it', async ({
  page,
  server,
  installation,
  signedInState,
}) => {
  const state = await signedInState()
  const live = await createMeeting(server.origin, state, { title: 'Runs' })
  await new SharesOf(server.origin, state).create(live, { with: emailOf('viewer') })
  await enter(page, installation('viewer'))
  await modesAre(
    page,
    ['open_meeting', 'open_local_meeting'],
    ['create_meeting', 'upload_audio', 'add_eva', 'manuscripts', 'get_vendor_tags', 'per_site_usage'],
  )
  await railIs(page, ['Start'], ['My live meetings', ...training, ...operations])
  await page.goto('/?list=shared')
  await expect(list(page)).toContainText('Shared with all')
  await expect(list(page)).not.toContainText('Of the host')
  const row = list(page).getByRole('row').filter({ hasText: 'Shared with all' })
  await expect(row.getByRole('img', { name: 'Shared with you', exact: true })).toBeVisible()
  await isReadOnly(page, 'roles-shared')
  await isUnknown(page)
  for (const [path, action] of refusedOperations) await isRefused(page, path, action)
  await isRefused(page, routes.vendorTags, 'training.read')

  await page.goto(listeningPath(live))
  const toolbar = page.getByRole('toolbar', { name: 'Meeting controls' })
  await expect(toolbar.getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(toolbar.getByRole('button', { name: /^(Mute|End|Highlight|Pause EVA)/ })).toHaveCount(0)
  await endMeeting(server.origin, state, live)
})

test('a host has their own meetings, and neither training data nor operations', async ({
  page,
  installation,
}) => {
  await enter(page, installation('host'))
  await modesAre(
    page,
    ['create_meeting', 'upload_audio', 'add_eva', 'open_meeting'],
    ['manuscripts', 'open_meeting_train', 'discovery_worker_cluster_capacities', 'per_site_usage'],
  )
  await railIs(page, ['My live meetings', 'My past meetings'], [...training, ...operations])
  await expect(list(page)).toContainText('Of the host')
  await expect(list(page)).not.toContainText('Of others')
  await isReadOnly(page, 'roles-shared')
  await isUnknown(page)
  for (const [path, action] of refusedOperations) await isRefused(page, path, action)
  await isRefused(page, routes.manuscriptCreate, 'manuscripts.manage')

  await page.goto(fillRoute(routes.past, { meeting_id: 'roles-own' }))
  await expect(button(page, 'Sharing')).toBeVisible()
  await expect(button(page, /rename this meeting$/)).toBeVisible()
})

test('a trainer has training data and manuscripts, and starts no meeting', async ({ page, installation }) => {
  await enter(page, installation('trainer'))
  await modesAre(
    page,
    ['open_meeting', 'manuscripts', 'open_meeting_train', 'get_vendor_tags'],
    ['create_meeting', 'upload_audio', 'add_eva', 'per_site_usage'],
  )
  await railIs(page, training, ['My live meetings', ...operations])
  await isReadOnly(page, 'roles-shared')
  await isUnknown(page)
  for (const [path, action] of refusedOperations) await isRefused(page, path, action)
  await page.goto(routes.vendorTags)
  await expect(page.locator('main[data-screen="vendorTags"]')).toBeVisible()
  await page.goto(routes.manuscriptCreate)
  await expect(page.locator('main[data-screen="manuscriptCreate"]')).toBeVisible()
})
