import type { Page } from '@playwright/test'
import { findingsInBothColors } from './support/browser/axe'
import { seed, spoken, spokenMs } from './support/past/past-meetings'
import { expect, test } from './support/test'

const field = (page: Page) => page.getByRole('combobox', { name: 'Jump to' })
/** What has the name; the last one always offers to search for it. */
const options = (page: Page) =>
  page
    .getByRole('listbox', { name: 'Found' })
    .getByRole('option')
    .filter({ hasNotText: /^Search/ })

test.beforeAll(async ({ server }) => {
  await seed(server, [
    { id: 'jump0123_local', title: 'Budget, second round', durationMs: spokenMs, utterances: spoken },
  ])
})

test('Ctrl+K jumps by words of a title, in any order, and by a pasted id', async ({ page }) => {
  await page.goto('/nothing/here')
  await expect(page.getByText('Page not found').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText(/^Paste a meeting id/)).toBeVisible()
  await field(page).fill('round budget')
  await expect(options(page)).toHaveText(/^MeetingBudget, second round/)
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  expect(await findingsInBothColors(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/past/jump0123_local')
  await expect(field(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field(page).fill('jump0123_local')
  // Not waited for: it is opened as soon as it is found.
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveCount(0)
  await expect(page).toHaveURL('/past/jump0123_local')
})

test('words find screens and modes, arrows choose among them, and a number finds its meetings', async ({
  page,
}) => {
  await page.goto('/nothing/here')
  await expect(page.getByText('Page not found').first()).toBeVisible()
  // This page has no search of its own.
  await page.keyboard.press('/')
  await field(page).fill('manu')
  await expect(options(page)).toHaveText([/^ScreenManuscripts/, /^ScreenNew manuscript/, /^ModeManuscripts/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?mode=manuscripts')

  await page.keyboard.press('Control+k')
  await field(page).fill('123 456 789')
  await options(page).filter({ hasText: 'Meetings of number 123456789' }).click()
  await expect(page).toHaveURL('/meetings/123456789')

  await page.keyboard.press('Control+k')
  await field(page).fill('no such thing')
  await expect(page.getByText(/^Nothing has this name/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
})

test('the rail opens the jump box; on a screen with a search the key goes there', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/nothing/here')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(field(page)).toBeFocused()
  expect(await findingsInBothColors(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/past/jump0123_local')
  await expect(page.getByTestId('transcript-list').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search in the transcript')).toBeFocused()
  await expect(field(page)).toHaveCount(0)
})
