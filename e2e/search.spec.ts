import { join } from 'node:path'
import { fillRoute, routes, searchPath } from '@livetap/contract'
import { connectToCluster } from '@livetap/server/testing'
import type { Page } from '@playwright/test'
import { findingsInBothColors } from './support/browser/axe'
import { createMeeting, rows } from './support/live/live-meeting'
import { expect, isPaused, positionMs, test, underlined } from './support/past/past-test'

const moments = (page: Page) => page.getByRole('main').locator('[data-moment]')
const mode = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Look for' }).getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('Words that were said')

test('a word is found, opened where it is said, and Back is at the same moment again', async ({ page }) => {
  await page.goto(routes.search)
  await expect(page.getByText('What was said in every meeting')).toBeVisible()
  await field(page).fill('americans host:ann@')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=americans/)
  const found = moments(page).filter({ has: page.locator('mark', { hasText: /^Americans$/i }) })
  await expect(found.first()).toBeVisible()
  const group = page.getByRole('region', { name: 'Two readers' })
  const link = group
    .locator('[data-moment]')
    .filter({ has: page.locator('mark') })
    .first()
  const key = await link.getAttribute('data-moment')
  await link.click()
  await expect(page).toHaveURL(/\/past\/talk\?t=/)
  await expect(underlined(page)).toHaveText(/americans/i)
  await page.goBack()
  await expect(page.locator(`[data-moment="${key}"]`)).toBeFocused()
})

test('a moment of a running meeting is shown where it was said, until the newest line is wanted', async ({
  page,
  server,
  signedInState,
}) => {
  const id = await createMeeting(server.origin, await signedInState())
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await client.query(
    `insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments,
        transcript_type, language_code)
      select 'walrus-' || n, $1, n * 5000, n * 5000 + 4000, case n when 7 then 'the walrus agrees' else 'line number ' || n end,
        '[]', '[0]', '[]', '[]', 'final', 'en-US' from generate_series(0, 79) n`,
    [id],
  )
  // What a room says again to those who come later.
  await client.query(
    `insert into live_event (meeting_id, seq, type, message)
      select meeting_id, row_number() over (order by start_ms), 'transcript_final_result', jsonb_build_object(
        'type', 'transcript_final_result', 'seq', row_number() over (order by start_ms), 'ts', start_ms, 'meeting', meeting_id,
        'id', id, 'transcript', jsonb_build_object('text', text, 'start_millis', start_ms, 'end_millis', end_ms, 'csis', csis,
          'language_code', language_code, 'alignments', '[]'::jsonb), 'translations', '{}'::jsonb)
      from utterance where meeting_id = $1`,
    [id],
  )
  await client.query('update live_meeting set seq_reserved = 80 where meeting_id = $1', [id])
  await client.end()
  await page.goto(searchPath('walrus'))
  await moments(page).first().click()
  await expect(page).toHaveURL(/\/live\/.*\?t=35$/)
  const said = rows(page).filter({ hasText: 'the walrus agrees' })
  await expect(said).toHaveAttribute('aria-current', 'true')
  await expect(said).toBeInViewport()
  await expect(page.getByTestId('auto-scroll')).toHaveText('Auto-scroll paused')
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(rows(page).filter({ hasText: 'line number 79' })).toBeInViewport()
  await expect(page.locator('[data-testid="live-row"][aria-current]')).toHaveCount(0)
})

test('by keyboard alone: asked, chosen with the arrows, and played from the word', async ({
  page,
  audioProbe,
}) => {
  void audioProbe
  await page.goto(routes.search)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('americans in:highlights')
  await page.keyboard.press('Enter')
  await expect(moments(page).first()).toBeVisible()
  await page.goto(searchPath('americans'))
  await expect(moments(page).first()).toBeVisible()
  await moments(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(moments(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const wanted =
    Number(/t=([\d.]+)/.exec((await moments(page).first().getAttribute('data-path'))!)![1]) * 1_000
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/&play=1/)
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect.poll(() => isPaused(page)).toBe(false)
  expect(await positionMs(page)).toBeGreaterThanOrEqual(wanted - 100)
})

test('facets narrow what was asked for and are taken back, and the jump box leads here', async ({ page }) => {
  await page.goto(searchPath('americans'))
  const site = page.getByRole('group', { name: 'Language' }).getByRole('button').first()
  await site.click()
  await expect(page).toHaveURL(/q=americans(\+|%20)lang(:|%3A)en$/)
  await expect(site).toHaveAttribute('aria-pressed', 'true')
  await site.click()
  await expect(page).toHaveURL(/q=americans$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('married zzz')
  await page.getByRole('option', { name: /Search for “married zzz”/ }).click()
  await expect(page).toHaveURL(/q=married(%20|\+)zzz$/)
  await mode(page, 'Words').click()
  await expect(page).toHaveURL(/q=married(%20|\+)zzz&mode=words$/)
  await expect(page.getByText('No moment has all of these words')).toBeVisible()
})

test('an answer is found that shares no word with the question, and what is looked for is in the address', async ({
  page,
}) => {
  await page.goto(searchPath('duties of citizens towards their nation'))
  await mode(page, 'Meaning').click()
  await expect(page).toHaveURL(/&mode=meaning$/)
  const answer = moments(page).filter({ hasText: /fellow americans/i })
  // Passages are made within seconds of a meeting's end.
  await expect(async () => {
    await page.reload()
    await expect(answer.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await expect(answer.first()).toContainText('by meaning')
  await expect(mode(page, 'Meaning')).toHaveAttribute('aria-pressed', 'true')
  await mode(page, 'Words').click()
  await expect(page.getByText('No moment has all of these words')).toBeVisible()
  await page.goBack()
  await expect(answer.first()).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])
})

test('moments related to a line are under it, by keyboard alone', async ({ page }) => {
  await page.goto(fillRoute(routes.past, { meeting_id: 'talk' }))
  const row = page
    .getByTestId('transcript-list')
    .getByRole('listitem')
    .filter({ hasText: /fellow americans/i })
  const related = row.getByRole('region', { name: 'Related moments' })
  const button = row.getByRole('button', { name: 'Related moments', exact: true })
  // The same is said in other meetings of this server.
  const elsewhere = related.getByRole('link').filter({ hasNotText: 'This meeting' })
  await row.getByRole('button').first().focus()
  await row.getByRole('toolbar', { name: 'Actions' }).getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(button).toBeFocused()
  await expect(async () => {
    if (await related.isVisible()) await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(elsewhere.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(await findingsInBothColors(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await related.getByRole('link').first().focus()
  await page.keyboard.press('Escape')
  await expect(related).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await elsewhere.first().click()
  await expect(page).toHaveURL(/\/past\/(?!talk)[^?]+\?t=/)
  await expect(underlined(page)).toHaveText(/.+/)
})

test('what cannot be looked for is said in words', async ({ page }) => {
  await page.goto(searchPath('plan before:soon'))
  await expect(page.getByRole('alert')).toContainText(/before: needs a day, a month or a year/)
})

for (const width of [360, 1440])
  test(`nothing serious is wrong at ${width} pixels, and nothing is wider than the window`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(searchPath('americans'))
    await expect(moments(page).first()).toBeVisible()
    expect(await findingsInBothColors(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
