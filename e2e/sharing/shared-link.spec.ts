import { fillRoute, routes } from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { openSharedLink } from '@livetap/contract/calls/shared-links'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { findingsInBothColors } from '../support/browser/axe'
import { bearerOf } from '../support/live/live-meeting'
import { seed, spoken, spokenMs } from '../support/past/past-meetings'
import { expect, positionMs, rows, test, underlined } from '../support/past/past-test'
import { SharesOf } from '../support/sharing/shares'

/** Readers of a link have no account. */
test.use({ signedIn: false })

const play = { name: 'Play', exact: true }

test('a link shows the meeting to a reader who is not signed in, and nothing of the console', async ({
  page,
  server,
  signedInState,
}) => {
  const { path } = await new SharesOf(server.origin, await signedInState()).link('talk')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const answer = await page.goto(path)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  await expect(page.getByText('Two readers')).toBeVisible()
  await expect(page).toHaveTitle('Two readers · Livetap')
  await expect(rows(page).first()).toContainText(spoken[0]!.alternatives[0]!.transcript.slice(0, 20))
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Logout|Login|Delete|Correct|Highlight$/ })).toHaveCount(0)
  expect(asked.filter(one => one === '/env' || one.includes('/Users/me'))).toEqual([])

  // The sound plays, the words follow, and a click on a word goes there.
  await expect(page.getByRole('button', play)).toBeEnabled()
  const word = spoken[1]!.alternatives[0]!.words!.find(one => one.word === 'fellow')!
  const place = await rows(page)
    .nth(1)
    .locator('[data-from]')
    .first()
    .evaluate(element => {
      const range = document.createRange()
      const at = element.firstChild!.textContent!.indexOf('fellow')
      range.setStart(element.firstChild!, at)
      range.setEnd(element.firstChild!, at + 6)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
  await page.mouse.click(place.x, place.y)
  await expect(underlined(page)).toHaveText('fellow')
  expect(await positionMs(page)).toBeCloseTo(word.start_millis, -1)
  await page.keyboard.press('k')
  await expect(underlined(page)).toBeVisible()
  await page.keyboard.press('k')

  await page.getByRole('tab', { name: /^Highlights/ }).click()
  await expect(page.getByTestId('highlight-list')).toContainText('and so my fellow americans')
})

test('of a stretch the page shows its words, its highlights and its sound alone', async ({
  page,
  server,
  signedInState,
}) => {
  const stretch = { from_millis: 41_390, to_millis: 50_000 }
  const { path } = await new SharesOf(server.origin, await signedInState()).link('talk', stretch)
  await page.goto(path)
  await expect(page.getByText('From 00:00:41 to 00:00:50 of the meeting')).toBeVisible()
  await expect(page.getByRole('button', play)).toBeEnabled()
  const length = await page.evaluate(
    () => (window as unknown as { probe: HTMLAudioElement }).probe.duration * 1000,
  )
  expect(Math.abs(length - 8610)).toBeLessThan(50)
  await expect(page.getByTestId('transcript-list')).not.toContainText('fellow americans')
  // On the clock of its own sound.
  await expect(rows(page).first()).toContainText('00:00:00')
  await page.getByRole('tab', { name: /^Highlights/ }).click()
  await expect(page.getByTestId('highlight-list').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByTestId('highlight-list')).toContainText('had he married')
})

test('a link to a whole meeting shows its video in step with the sound; a link to a stretch has no video', async ({
  page,
  server,
  signedInState,
}) => {
  const shares = new SharesOf(server.origin, await signedInState())
  await page.goto((await shares.link('talk')).path)
  const video = page.getByTestId('video')
  await expect(video).toBeVisible()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
  await page.getByRole('button', play).click()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2)

  await page.goto((await shares.link('talk', { from_millis: 41_390 })).path)
  await expect(page.getByRole('button', play)).toBeEnabled()
  await expect(video).toHaveCount(0)
})

test('a password is asked for, a wrong one is said to be so, and too many wrong ones end the asking', async ({
  page,
  server,
  signedInState,
}) => {
  const shares = new SharesOf(server.origin, await signedInState())
  const { path } = await shares.link('talk', { password: 'open sesame' })
  await page.goto(path)
  const field = page.getByLabel('Password')
  await expect(field).toBeFocused()
  await expect(page.getByText('Two readers')).toHaveCount(0)
  await field.fill('guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the password of this link.')).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])
  await field.fill('open sesame')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Two readers')).toBeVisible()

  await page.goto(path)
  for (let guess = 1; guess <= 10; guess++) {
    const answered = page.waitForResponse(response => response.url().endsWith(pathOf(openSharedLink)))
    await field.fill(`guess ${guess}`)
    await page.keyboard.press('Enter')
    await answered
    await expect(page.getByRole('button', { name: 'Open the meeting' })).toBeEnabled()
  }
  await expect(page.getByText('Too many wrong passwords: try again in a quarter of an hour.')).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Too many wrong passwords', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a link that was taken back, has expired or lost its meeting says so', async ({
  page,
  server,
  signedInState,
}) => {
  await seed(server, [{ id: 'shared-gone', title: 'Gone', durationMs: spokenMs, utterances: spoken }])
  const state = await signedInState()
  const shares = new SharesOf(server.origin, state)
  const gone = page.getByText('This link opens nothing', { exact: true })
  const revoked = await shares.link('talk')
  await shares.remove('talk', revoked.id)
  await page.goto(revoked.path)
  await expect(gone).toBeVisible()
  await page.goto(fillRoute(routes.shared, { token: 'no-such-token' }))
  await expect(gone).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])

  const soon = await shares.link('talk', { expires_at: new Date(Date.now() + 2000).toISOString() })
  const expired = page.getByText('This link has expired', { exact: true })
  await expect(async () => {
    await page.goto(soon.path)
    await expect(expired.or(page.getByRole('button', play))).toBeVisible()
    expect(await expired.count()).toBe(1)
  }).toPass()

  const { path } = await shares.link('shared-gone')
  const deleted = await fetch(server.origin + pathOf(deleteMeeting, { id: 'shared-gone' }), {
    method: 'DELETE',
    headers: bearerOf(state),
  })
  expect(deleted.status).toBe(204)
  await page.goto(path)
  await expect(gone).toBeVisible()
})

test('what is open closes when the link is taken back', async ({ page, server, signedInState }) => {
  const shares = new SharesOf(server.origin, await signedInState())
  const link = await shares.link('talk')
  await page.goto(link.path)
  await expect(page.getByRole('button', play)).toBeEnabled()
  await shares.remove('talk', link.id)
  await page.reload()
  await expect(page.getByText('This link opens nothing', { exact: true })).toBeVisible()
  await expect(page.getByTestId('transcript-list')).toHaveCount(0)
})

test('nothing serious is wrong with the page, and it fits 360 pixels', async ({
  page,
  server,
  signedInState,
}) => {
  const { path } = await new SharesOf(server.origin, await signedInState()).link('talk')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await expect(page.getByRole('button', play)).toBeEnabled()
  expect(await findingsInBothColors(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
