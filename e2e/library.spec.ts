import { routes } from '@livetap/contract'
import { setTags } from '@livetap/contract/calls/library'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { findingsInBothColors } from './support/browser/axe'
import { bearerOf } from './support/live/live-meeting'
import { seed } from './support/past/past-meetings'
import { expect, test } from './support/test'

test.use({ serverFor: 'the library' })

const main = (page: Page) => page.getByRole('main')
const table = (page: Page) => main(page).getByRole('table')
const titles = (page: Page) => table(page).locator('tbody td[data-column="title"]')
const facet = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove the filter ${text}` })
const count = (page: Page) => main(page).getByRole('status').first()

test.beforeAll(async ({ server, signedInState }) => {
  const at = (day: number) => `2026-02-0${day}T10:00:00Z`
  await seed(server, [
    { id: 'lib-budget', title: 'Budget talk', start: at(1), durationMs: 60_000 },
    { id: 'lib-road', title: 'Road map', start: at(2), durationMs: 180_000 },
    { id: 'lib-lost', title: 'Lost sound', start: at(3), status: 'failed', error: 'no sound was found' },
    ...Array.from({ length: 40 }, (_, n) => ({
      ...{ id: `lib-many-${n}`, title: `Standup ${String(n).padStart(2, '0')}` },
      ...{ start: '2026-01-01T10:00:00Z', durationMs: 1_000 * n },
    })),
  ])
  const headers = { ...bearerOf(await signedInState()), 'content-type': 'application/json' }
  const tagged = await fetch(server.origin + pathOf(setTags, { id: 'lib-budget' }), {
    method: 'PUT',
    headers,
    body: JSON.stringify({ tags: ['money'] }),
  })
  expect(tagged.status).toBe(200)
})

test('all meetings are listed, newest first, with their state and the cause of a failure', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'All meetings' }).click()
  await expect(page).toHaveURL(routes.library)
  await expect(count(page)).toHaveText('43 meetings')
  await expect(titles(page).nth(0)).toHaveText('Lost sound')
  await expect(titles(page).nth(1)).toHaveText('Road map')
  await expect(table(page).getByRole('link', { name: 'no sound was found' })).toBeVisible()
})

test('facets, words and days narrow the list; all of it is in the address, and a chip takes it out', async ({
  page,
}) => {
  await page.goto(routes.library)
  await expect(facet(page, 'State').getByRole('listitem')).toHaveText([/^Ready\s*42$/, /^Failed\s*1$/])
  await facet(page, 'State').getByLabel('Failed').click()
  await expect(page).toHaveURL(/\?state=failed$/)
  await expect(titles(page)).toHaveText(['Lost sound'])
  // The other states are still offered, with their numbers.
  await expect(facet(page, 'State').getByRole('listitem').first()).toHaveText(/^Ready\s*42$/)
  await chip(page, 'State: Failed').click()
  await expect(page).toHaveURL(routes.library)

  await facet(page, 'Tag').getByLabel('money').click()
  await expect(titles(page)).toHaveText(['Budget talk'])
  await chip(page, 'Tag: money').click()

  await page.keyboard.press('/')
  await page.keyboard.type('lost sound')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=lost\+sound$/)
  await expect(titles(page)).toHaveText(['Lost sound'])
  await chip(page, 'Words: lost sound').click()
  await expect(count(page)).toHaveText('43 meetings')

  await main(page).getByLabel('From').fill('2026-02-01')
  await main(page).getByLabel('To', { exact: true }).fill('2026-02-02')
  await main(page).getByRole('button', { name: 'Apply' }).click()
  await expect(titles(page)).toHaveText(['Road map', 'Budget talk'])

  await page.goto(`${routes.library}?q=no+such+meeting`)
  await expect(main(page).getByText('No meeting matches')).toBeVisible()
  await main(page).getByRole('link', { name: 'Remove all filters' }).click()
  await expect(count(page)).toHaveText('43 meetings')
})

test('a header sorts, by the server, and reverses', async ({ page }) => {
  await page.goto(routes.library)
  const header = (name: string) => table(page).getByRole('columnheader', { name }).getByRole('button')
  await header('Title').click()
  await expect(page).toHaveURL(/sort=title$/)
  await expect(titles(page).first()).toHaveText('Budget talk')
  await header('Title').click()
  await expect(page).toHaveURL(/sort=-title$/)
  await expect(titles(page).first()).toHaveText('Standup 39')
  await header('Length').click()
  await expect(titles(page).first()).toHaveText('Road map')
  await expect(table(page).getByRole('columnheader', { name: 'Length' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('tags are edited by keyboard alone, and offered again', async ({ page }) => {
  await page.goto(`${routes.library}?q=road+map`)
  await expect(titles(page)).toHaveText(['Road map'])
  await titles(page).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions for Road map' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit tags' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tags of Road map' })
  const input = dialog.getByRole('combobox', { name: 'Tags' })
  await expect(input).toBeFocused()
  await page.keyboard.type('mon')
  await expect(page.getByRole('option', { name: 'money' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Next  Year,')
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(table(page).locator('td[data-column="tags"]')).toHaveText('moneynext year')
  await expect(facet(page, 'Tag').getByRole('listitem')).toHaveCount(2)
})

test('a view is saved, opened, renamed and deleted', async ({ page }) => {
  await page.goto(`${routes.library}?sort=title&state=failed`)
  await expect(titles(page)).toHaveText(['Lost sound'])
  const menu = (name: string) => main(page).getByRole('button', { name, exact: true })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await menu('Views').click()
  await item('Save this view').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Broken ones')
  await page.keyboard.press('Enter')
  await expect(menu('Broken ones')).toBeVisible()

  await page.goto(routes.library)
  await menu('Views').click()
  await item('Broken ones').click()
  await expect(page).toHaveURL(/\?state=failed&sort=title$/)
  await expect(titles(page)).toHaveText(['Lost sound'])

  await menu('Broken ones').click()
  await item('Rename Broken ones').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Failures')
  await page.keyboard.press('Enter')
  await menu('Failures').click()
  await item('Delete Failures').click()
  await expect(menu('Views')).toBeVisible()
})

test('Back leads to the meeting that was opened, with the filters as they were', async ({ page }) => {
  await page.goto(`${routes.library}?q=standup&sort=title`)
  await table(page).getByRole('link').first().focus()
  await page.keyboard.press('End')
  const last = titles(page).getByRole('link', { name: 'Standup 39' })
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/past\/lib-many-39/)
  await page.goBack()
  await expect(page).toHaveURL(/\?q=standup&sort=title$/)
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})

test('a list that cannot be read says so, and is asked for again', async ({ page }) => {
  let isBroken = true
  await page.route(`**${pathOf(recentMeetings)}?*`, route =>
    isBroken && route.request().url().includes('sort=')
      ? route.fulfill({
          status: 422,
          json: { message: 'Client Exception', errors: [{ description: 'q: is odd' }] },
        })
      : route.fallback(),
  )
  await page.goto(routes.library)
  await expect(main(page).getByText('The meetings could not be loaded')).toBeVisible()
  isBroken = false
  await main(page)
    .getByRole('button', { name: /again|Retry/i })
    .click()
  await expect(count(page)).toHaveText('43 meetings')
})

for (const width of [360, 900, 1440])
  test(`it fits ${width} pixels, and nothing serious is wrong with it, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${routes.library}?tag=money`)
    await expect(titles(page).first()).toBeVisible()
    if (width < 900) {
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await expect(facet(page, 'Tag')).toBeVisible()
      expect(await findingsInBothColors(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(facet(page, 'Tag')).toHaveCount(0)
    }
    expect(await findingsInBothColors(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
