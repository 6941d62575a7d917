import {
  fillRoute,
  ledgerEvents,
  listeningPath,
  manuscriptsPath,
  openMeetingPath,
  routes,
  type ScreenName,
  searchPath,
  texts,
} from '@livetap/contract'
import type { Page } from '@playwright/test'
import { browserFlags, browserOptions } from '../support/browser/chromium'
import { LIVE_MEETING, PAST_MEETING, said } from '../support/forwarded/documented-answers'
import { type DocumentedUpstream, startDocumentedUpstream } from '../support/forwarded/documented-upstream'
import { TestServer } from '../support/server'
import { test as base, expect } from '../support/test'

interface Forwarded {
  upstream: DocumentedUpstream
}

const test = base.extend<object, Forwarded>({
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that fixtures have
    async ({}, use) => {
      const upstream = await startDocumentedUpstream()
      await use(upstream)
      await upstream.close()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ upstream }, use) => {
      const server = await TestServer.start({ env: upstream.env })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  signedInState: [
    async ({ browser, server }, use) => {
      await use(async () => {
        const context = await browser.newContext({ baseURL: server.origin, storageState: undefined })
        try {
          const page = await context.newPage()
          await page.goto('/')
          await page.getByRole('button', { name: 'Login with single sign-on' }).click()
          await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
          return await context.storageState()
        } finally {
          await context.close()
        }
      })
    },
    { scope: 'worker' },
  ],
})

test.use({
  serverFor: 'a server whose families are all forwarded',
  permissions: ['microphone'],
  launchOptions: {
    ...browserOptions.launchOptions,
    args: [...browserFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

interface Screen {
  path: string
  /** What the documents give this screen to show. */
  shows: (page: Page) => Promise<void>
  /** Error toasts that the documents ask for here. */
  errors?: readonly string[]
}

const main = (page: Page) => page.getByRole('main')
const shown = (text: string | RegExp) => (page: Page) =>
  expect(main(page).getByText(text).first()).toBeVisible()

const day = Date.parse('2026-03-02T00:00:00Z')

/** What is ours alone is not there, and says so where it is asked for. */
const screens: Record<ScreenName, Screen> = {
  launcher: {
    path: routes.launcher,
    shows: page => expect(page.getByRole('button', { name: 'START!' })).toBeVisible(),
  },
  live: {
    path: listeningPath(LIVE_MEETING),
    shows: async page => {
      await shown(said.earlier)(page)
      await shown(said.live)(page)
      await page.getByRole('tab', { name: /^Highlights/ }).click()
      await shown(said.highlight.replace('Agreed', '').trim())(page)
    },
  },
  liveAsr: { path: fillRoute(routes.liveAsr, {}), shows: shown(said.asr) },
  past: {
    path: openMeetingPath(PAST_MEETING),
    shows: async page => {
      await expect(page.getByTestId('transcript-list')).toContainText(said.past)
      await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeEnabled()
      await page.getByRole('tab', { name: /^Highlights/ }).click()
      await expect(main(page)).toContainText(said.highlight)
    },
  },
  pastLocal: { path: routes.pastLocal, shows: shown('Upload files') },
  pastTrainable: {
    path: fillRoute(routes.pastTrainable, { trainable_meeting_id: PAST_MEETING }),
    shows: shown(said.shard),
  },
  pastStats: {
    path: fillRoute(routes.pastStats, { meeting_id: PAST_MEETING, meeting_start_date: day }),
    shows: shown('dropped by host'),
  },
  audioLedgersStats: {
    path: fillRoute(routes.audioLedgersStats, { meeting_id: PAST_MEETING }),
    shows: page =>
      expect(
        main(page).getByRole('button', { name: ledgerEvents.meetingCreated.name, exact: true }),
      ).toBeVisible(),
  },
  pastTrain: {
    path: fillRoute(routes.pastTrain, { client_region: 'us' }),
    shows: async page => {
      const card = page.getByRole('article', { name: 'Utterance 1' })
      await expect(card).toContainText('cisco_webex')
      await card.getByRole('textbox').fill('What I heard')
      await card.getByRole('button', { name: texts.train.save, exact: true }).click()
      await expect(card).toContainText('saved', { ignoreCase: true })
    },
  },
  userLiveMeetings: { path: routes.userLiveMeetings, shows: shown('Weekly review (inProgress)') },
  userPastMeetings: {
    path: fillRoute(routes.userPastMeetings, {}),
    shows: shown('Weekly review (ended)'),
  },
  webexMeeting: {
    path: fillRoute(routes.webexMeeting, { meeting_id: 'w-ended' }),
    shows: shown('Weekly review (ended)'),
  },
  library: { path: routes.library, shows: shown('The meetings could not be loaded') },
  filteredMeetings: {
    path: fillRoute(routes.filteredMeetings, { meeting_number: '123456' }),
    shows: shown(PAST_MEETING),
  },
  vendorTags: {
    path: routes.vendorTags,
    shows: async page => {
      const zip = { name: 'tags.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') }
      await page.locator('input[type=file]').setInputFiles(zip)
      await page.getByRole('button', { name: 'Upload Vendor Tags' }).click()
      await shown('[laughter]')(page)
    },
  },
  clusterCapacities: { path: routes.clusterCapacities, shows: shown('blue') },
  trainableShard: {
    path: fillRoute(routes.trainableShard, { shard_id: 's-1' }),
    shows: shown('cisco_webex'),
  },
  perSiteUsage: {
    path: fillRoute(routes.perSiteUsage, { client_region: 'us', start_date: day, end_date: day }),
    shows: async page =>
      expect(page.getByRole('table', { name: 'Sites on 2026-Mar-02' })).toContainText('cisco_webex'),
  },
  logs: { path: routes.logs, shows: shown(/could not be (read|searched)/) },
  accounts: { path: routes.accounts, shows: shown('The accounts could not be read') },
  account: { path: routes.account, shows: shown('Your sessions could not be read') },
  search: { path: searchPath('budget'), shows: shown('This could not be looked for') },
  audit: { path: routes.audit, shows: shown('The audit log could not be read') },
  system: { path: routes.system, shows: shown('The state could not be read') },
  manuscripts: { path: manuscriptsPath(), shows: shown('Spring calls') },
  manuscriptCreate: { path: routes.manuscriptCreate, shows: shown('Create project') },
  manuscriptView: {
    path: fillRoute(routes.manuscriptView, { manuscript_id: 'p-1' }),
    shows: shown('CaptionMax'),
  },
  docs: {
    path: routes.docs,
    shows: page =>
      expect(
        main(page)
          .getByRole('status')
          .filter({ hasText: /^\d{2,} calls, 2 sockets$/ }),
      ).toBeVisible(),
  },
}

for (const [name, { path, shows, errors = [] }] of Object.entries(screens))
  test(`${name} works with an upstream that knows the documents alone`, async ({ page }) => {
    const wrong: string[] = []
    page.on('console', message => {
      // A call of ours is refused there; the browser itself says so.
      const isRefusal = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isRefusal) wrong.push(message.text())
    })
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { errorToasts: seen })
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll('[data-kind="error"]'))
          seen.add(toast.textContent ?? '')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(path)
    await shows(page)
    const toasts = await page.evaluate(() => [
      ...(window as unknown as { errorToasts: Set<string> }).errorToasts,
    ])
    expect(toasts.filter(text => !errors.some(one => text.includes(one)))).toEqual([])
    expect(wrong).toEqual([])
    await expect(page.getByText('This screen failed')).toBeHidden()
  })
