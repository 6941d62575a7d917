import { fillRoute, manuscriptsPath, routes } from '@livetap/contract'
import { audioLedgers, perSiteUsage } from '@livetap/contract/calls/diagnostics'
import { createMeeting } from '@livetap/contract/calls/live-meetings'
import { listProjects } from '@livetap/contract/calls/manuscripts'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { usersMe } from '@livetap/contract/calls/sign-on'
import { getShard } from '@livetap/contract/calls/trainable'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { keepToasts } from './support/browser/kept-toasts'
import { expect, test } from './support/test'

const CAUSE = 'The cupboard of tapes is locked'

/** How often the cause is read in toasts, and how often in the rest of the page. */
const mentions = (page: Page) =>
  page.evaluate(cause => {
    const toasts = [...document.querySelectorAll('[data-testid^="toast-"]')]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let inScreen = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isToast = toasts.some(toast => toast.contains(node))
      if (!isToast && node.textContent!.includes(cause) && node.parentElement!.checkVisibility()) inScreen++
    }
    return { inToasts: toasts.filter(one => one.textContent!.includes(cause)).length, inScreen }
  }, CAUSE)

interface Failure {
  path: string
  call: Endpoint
  params?: Record<string, string>
  /** What makes it fail, where opening the screen does not. */
  act?: (page: Page) => Promise<void>
  /** Without a toast where the documents have no text for it. */
  toasts: 0 | 1
  /** 0 where the screen says what to do next and leaves the cause to the toast. */
  places: 0 | 1
}

const failures: Record<string, Failure> = {
  'the user at startup': { path: '/system', call: usersMe, toasts: 1, places: 1 },
  'a start': {
    path: '/',
    call: createMeeting,
    act: page => page.getByRole('button', { name: 'START!' }).click(),
    toasts: 1,
    places: 0,
  },
  'the state of a live meeting': {
    path: '/live/m-1/do_not_record_audio',
    call: meetingStatus,
    params: { id: 'm-1' },
    toasts: 1,
    places: 1,
  },
  'the usage': {
    path: fillRoute(routes.perSiteUsage, { client_region: 'us' }),
    call: perSiteUsage,
    toasts: 1,
    places: 1,
  },
  'a shard': {
    path: fillRoute(routes.trainableShard, { shard_id: 's-1' }),
    call: getShard,
    params: { id: 's-1' },
    toasts: 1,
    places: 1,
  },
  'the projects': { path: manuscriptsPath(), call: listProjects, toasts: 0, places: 1 },
  'a ledger': {
    path: fillRoute(routes.audioLedgersStats, { meeting_id: 'm-1' }),
    call: audioLedgers,
    params: { id: 'm-1' },
    toasts: 0,
    places: 1,
  },
}

for (const [name, { path, call, params = {}, act, toasts, places }] of Object.entries(failures))
  test(`${name}: a failure shows in one toast at most and in one place of the screen`, async ({ page }) => {
    await keepToasts(page)
    const pathname = pathOf(call, params)
    await page.route(
      url => url.pathname === pathname,
      route =>
        route.request().method() === call.method
          ? route.fulfill({
              status: 500,
              json: { message: 'Server Exception', errors: [{ description: CAUSE }], trackingId: 'LT-1' },
            })
          : route.fallback(),
    )
    await page.goto(path)
    await act?.(page)
    await expect.poll(() => mentions(page)).toEqual({ inToasts: toasts, inScreen: places })
    await expect(page.locator('main [role="alert"]')).toHaveCount(places)
  })
