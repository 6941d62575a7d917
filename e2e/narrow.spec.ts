import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from './support/browser/axe'
import { unfold } from './support/browser/unfold'
import { connection, createMeeting, watching } from './support/live/live-meeting'
import { seed, spoken, spokenMedia, spokenMs } from './support/past/past-meetings'
import { highlights } from './support/past/past-test'
import { expect, test } from './support/test'

/** What sticks out of the window, or scrolls sideways, although it is no list of its own. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body > #root > div, header, main, footer')]
      .filter(one => one.scrollWidth > one.clientWidth)
      .map(one => `${one.tagName} ${one.scrollWidth} > ${one.clientWidth}`),
  )

/** Can be clicked where it stands, after scrolling down at most. A field may be replaced by the one that can open something meanwhile. */
async function reachable(...controls: Locator[]): Promise<void> {
  for (const control of controls)
    await expect(async () => {
      await control.scrollIntoViewIfNeeded()
      await expect(control).toBeInViewport({ ratio: 0.99, timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test.beforeAll(async ({ server }) => {
  await seed(server, [
    { id: 'narrow', title: 'Two readers', durationMs: spokenMs, utterances: spoken, highlights },
    { id: 'narrow-video', title: 'Two readers', durationMs: spokenMs, utterances: spoken, ...spokenMedia() },
  ])
})

/** How much of the window's height is what is said, with the line that is being said. */
const textShare = (page: Page) =>
  page.getByRole('region', { name: 'Meeting', exact: true }).evaluate(pane => {
    const head = pane.querySelector('header')!.getBoundingClientRect().height
    return (pane.getBoundingClientRect().height - head) / window.innerHeight
  })

const screens: Record<string, (page: Page, meetingId: () => Promise<string>) => Promise<void>> = {
  launcher: async page => {
    await page.goto('/?mode=upload_audio')
    await reachable(
      page.getByRole('tab', { name: 'Per-site usage stats' }),
      page.locator('#field-source'),
      button(page, 'START!'),
    )
  },
  past: async page => {
    await page.goto('/past/narrow')
    await expect(page.getByTestId('transcript-list').getByRole('listitem').first()).toBeVisible()
    await reachable(
      button(page, 'Back to start'),
      page.getByLabel('Search in the transcript'),
      page.getByRole('tab', { name: /Highlights/ }),
      page.getByRole('slider', { name: 'Seek timeline' }),
      button(page, /^(Play|Pause)$/),
      button(page, /^Speed/),
    )
    await unfold(page)
    await reachable(button(page, 'Download'), button(page, 'Show Meeting ID'), button(page, 'Delete meeting'))
  },
  'past-local': async page => {
    await page.goto('/past-local')
    await reachable(button(page, 'Back to start'), button(page, 'Upload files'))
  },
  live: async (page, meetingId) => {
    await page.goto(`/live/${await meetingId()}/${watching}`)
    await expect(connection(page, 'Connected')).toBeVisible({ timeout: 60_000 })
    await reachable(button(page, 'End Call'), button(page, 'Leave'), button(page, 'Off the record'))
    expect(await textShare(page)).toBeGreaterThanOrEqual(page.viewportSize()!.height < 600 ? 0.25 : 0.5)
    await unfold(page)
    await reachable(page.getByRole('link', { name: 'Statistics' }), button(page, 'End with a title'))
    await reachable(button(page, 'Pause EVA'), button(page, /^Set CSI/), button(page, 'Show WebSocket URL'))
    await button(page, 'State of the meeting').click()
    await expect(page.getByRole('dialog').getByText('Speak too')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
  'live-asr': async page => {
    await page.routeWebSocket(/\/asr$/, () => {})
    await page.goto('/live_asr')
    await reachable(button(page, 'End Call'), button(page, 'Mute'))
    await unfold(page)
    await reachable(
      button(page, /^ML Engine/),
      button(page, 'Show Tracking ID'),
      page.getByRole('combobox', { name: 'Language' }),
    )
  },
}

/** A window of 1440 by 900 at 200 %. */
const zoomed = [720, 450] as const
/** A past meeting has a test of its own for it. */
const isZoomed = new Set(['launcher', 'live'])

for (const [name, visit] of Object.entries(screens))
  test(`${name}: at 600 and 360 pixels nothing is lost, nothing scrolls sideways, axe finds nothing serious`, async ({
    page,
    server,
    signedInState,
  }) => {
    const meetingId = async () => createMeeting(server.origin, await signedInState())
    for (const [width, height] of [
      ...(isZoomed.has(name) ? [zoomed] : []),
      [600, 740],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await visit(page, meetingId)
      expect(await sideways(page), `at ${width} pixels`).toEqual([])
    }
    expect(await seriousFindings(page)).toEqual([])
    await button(page, 'Account').click()
    await expect(page.getByTestId('user-label')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport()
  })

test('at 900 pixels the user label and Logout are in the bar, below the menu has them', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goto('/past/narrow')
  await reachable(page.getByTestId('user-label'), button(page, 'Logout'), button(page, 'Back to start'))
  expect(await sideways(page)).toEqual([])
  await button(page, 'Keyboard shortcuts').click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Play or pause')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 899, height: 700 })
  await expect(button(page, 'Logout')).toHaveCount(0)
  await button(page, 'Account').click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})

test('zoomed to 200 % a past meeting keeps lines in sight and its controls', async ({ page }) => {
  await page.setViewportSize({ width: zoomed[0], height: zoomed[1] })
  await page.goto('/past/narrow')
  const rows = page.getByTestId('transcript-list').getByRole('listitem')
  await expect(rows.first()).toBeInViewport()
  expect(await sideways(page)).toEqual([])
  await reachable(rows.nth(1), button(page, /^Speed/))
})

test('zoomed to 200 % the picture of a past meeting is beside its lines, and covers none', async ({
  page,
}) => {
  await page.setViewportSize({ width: zoomed[0], height: zoomed[1] })
  await page.goto('/past/narrow-video')
  const video = page.getByTestId('video')
  await expect(video).toBeInViewport({ ratio: 0.99, timeout: 40_000 })
  const row = page.getByTestId('transcript-list').getByRole('listitem').first()
  await expect(row).toBeInViewport({ ratio: 0.99 })
  const [picture, line] = await Promise.all([video.boundingBox(), row.boundingBox()])
  expect(line!.x + line!.width).toBeLessThanOrEqual(picture!.x)
  await expect(page.getByTestId('play-bar').getByRole('status')).toHaveText(/Paused|Playing/)
  expect(await sideways(page)).toEqual([])
  await reachable(button(page, /^(Play|Pause)$/), button(page, /^Speed/))
})
