import { knownVoices, voiceProposals } from '@livetap/contract/calls/known-voices'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { findingsInBothColors, seriousFindings } from '../support/browser/axe'
import { spoken } from '../support/past/past-meetings'
import { expect, openReady, rows, test } from '../support/past/past-test'

const original = spoken[2]!.alternatives[0]!.transcript

test('a correction saves itself, keeps the times of unchanged words, and can be undone', async ({ page }) => {
  await openReady(page, 'edit', '?t=21')
  const row = rows(page).nth(2)
  await expect(row).toHaveAttribute('data-light', 'current')
  await page.keyboard.press('e')
  const field = row.getByRole('textbox')
  await expect(field).toHaveValue(original)
  await expect(field).toBeFocused()
  const caret = () => field.evaluate((one: HTMLTextAreaElement) => one.selectionStart)
  expect(await caret(), 'at the word that plays').toBe(original.indexOf('an ill'))
  await field.fill('a mistake')
  await field.press('Escape')
  await expect(row).toContainText(original)
  await expect(row.getByText('edited')).toHaveCount(0)
  await page.keyboard.press('e')
  await field.fill('he was not a well disposed young man')
  await expect(row.getByText('Not saved yet')).toBeVisible()
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('Speaker 1: he was not a well disposed young man')
  await expect(row.getByText('edited')).toBeVisible()
  await page.reload()
  await expect(row).toContainText('he was not a well disposed young man')

  await row.hover()
  await row.getByRole('button', { name: 'Correct the text' }).click()
  await row.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('menuitem', { name: /Original, by the recogniser/ }).click()
  await expect(row.getByRole('textbox')).toHaveValue(original)
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
  await expect(row.getByText('edited')).toHaveCount(0)
  await row.getByRole('textbox').press('ControlOrMeta+z')
  await expect(row.getByRole('textbox')).toHaveValue('he was not a well disposed young man')
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
})

test('a line is split at the caret, given to another speaker, merged again and taken back, all by keyboard', async ({
  page,
}) => {
  await openReady(page, 'lines', '?t=21')
  const [first, second] = [rows(page).nth(2), rows(page).nth(3)]
  await expect(first).toHaveAttribute('data-light', 'current')
  await page.keyboard.press('e')
  await expect(first.getByRole('textbox')).toHaveValue(original)
  await first.getByRole('button', { name: 'Split at caret' }).press('Enter')
  await expect(second.getByRole('textbox')).toHaveValue('an ill disposed young man')
  await expect(first).toContainText('Speaker 1: he was not')
  await second.getByRole('button', { name: 'Change speaker' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Speaker 2' }).press('Enter')
  await second.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(second).toContainText('Speaker 2: an ill disposed young man')
  await page.reload()
  await expect(second).toContainText('Speaker 2: an ill disposed young man')

  await first.hover()
  await first.getByRole('button', { name: 'Correct the text' }).press('Enter')
  await first.getByRole('button', { name: 'Merge with next' }).press('Enter')
  await expect(first.getByRole('textbox')).toHaveValue(original)
  await first.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(first).toContainText('Speaker 2: an ill disposed young man')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(second).toContainText('Speaker 2: an ill disposed young man')
  await expect(first).not.toContainText('young man')
})

test('a stray click loses nothing, and the correction is in the export', async ({ page }) => {
  await openReady(page, 'edit')
  const row = rows(page).nth(3)
  await row.hover()
  await row.getByRole('button', { name: 'Correct the text' }).click()
  await row.getByRole('textbox').fill('corrected by hand')
  const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
  await page.getByRole('tab', { name: /Highlights/ }).click()
  expect((await saved).status()).toBe(200)
  await page.getByRole('tab', { name: /Transcripts/ }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Text (TXT)' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await file).createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString('utf8')).toContain('corrected by hand')
})

test('two editors of one text: the second is shown the conflict and decides', async ({ page, context }) => {
  await openReady(page, 'conflict', '?t=20')
  const other = await context.newPage()
  await other.goto('/past/conflict')
  const theirs = rows(other).nth(2)
  await theirs.hover()
  await theirs.getByRole('button', { name: 'Correct the text' }).click()
  const mine = rows(page).nth(2)
  await expect(mine).toHaveAttribute('data-light', 'current')
  await page.keyboard.press('e')
  await theirs.getByRole('textbox').fill('their text')
  await expect(theirs.getByText('Saved', { exact: true })).toBeVisible()
  await mine.getByRole('textbox').fill('my text')
  await expect(mine.getByRole('alert')).toContainText('their text')
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect(mine.getByText('Saved', { exact: true })).toBeVisible()
  await other.reload()
  await expect(theirs).toContainText('my text')
})

test('a speaker is renamed everywhere, and stays so', async ({ page }) => {
  await openReady(page, 'rename')
  await rows(page).nth(1).getByRole('button', { name: 'Speaker 2:' }).click()
  await page.getByLabel(/^Name of speaker 2/).fill('President Kennedy')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(rows(page).nth(4)).toContainText('President Kennedy: and so my fellow americans')
  await page.reload()
  await expect(rows(page).nth(8)).toContainText('President Kennedy: and so my fellow americans')
  await expect(page.getByRole('list', { name: 'Speakers' })).toContainText('President Kennedy')
})

test('highlights are made of selected words and deleted again', async ({ page }) => {
  await openReady(page, 'marks')
  const row = rows(page).nth(3)
  await row.locator('[data-from]').evaluate(element => {
    const node = element.firstChild!
    const at = node.textContent!.indexOf('cold hearted')
    getSelection()!.setBaseAndExtent(node, at, node, at + 12)
  })
  await row.hover()
  await row.getByRole('button', { name: 'Highlight' }).click()
  await expect(page.getByText('Highlight was successfully created!')).toBeVisible()
  await page.getByRole('tab', { name: /Highlights/ }).click()
  const list = page.getByTestId('highlight-list')
  const made = list.getByRole('listitem').filter({ hasText: 'cold hearted' })
  await expect(made.getByText('manual')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const remove = async () => {
    await made.getByRole('button', { name: 'Delete highlight' }).click()
    await expect(page.getByText('Delete this highlight for everyone?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
  }
  await remove()
  await expect(page.getByText('Highlight was successfully deleted!')).toBeVisible()
  const bar = page.getByTestId('undo-bar').filter({ hasText: 'Deleted the highlight' })
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(made.getByText('manual')).toBeVisible()
  await remove()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(bar).toHaveCount(0)
  await remove()
  await page.reload()
  await page.getByRole('tab', { name: /Highlights/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
})

test('a meeting is deleted after a question, and is gone', async ({ page }) => {
  await openReady(page, 'delete')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete meeting' }).click()
  const keep = page.getByRole('button', { name: 'Keep it' })
  await expect(keep).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await keep.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete meeting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete meeting' }).click()
  await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()
  await page.goto('/past/delete')
  await expect(page.getByText(/^Deleted on \d{4}-\w{3}-\d\d .+ by ann@example\.org\.$/)).toBeVisible()
  await expect(page.getByText(/flow failed/)).toHaveCount(0)
})

test('a host who wants it gets a known voice’s name proposed, uses it, and deletes all that is kept', async ({
  page,
}) => {
  // Which voices sound alike is shown by the server's tests; here stands what the host does with it.
  await page.route(`**${pathOf(voiceProposals, { id: 'names' })}`, route =>
    route.fulfill({ json: { proposals: [{ speaker_id: '2', name: 'Anna' }] } }),
  )
  await openReady(page, 'names')
  const speakers = page.getByRole('list', { name: 'Speakers' })
  await expect(speakers.getByText('Sounds like Anna')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Known voices' }).click()
  const known = page.getByRole('dialog', { name: 'Known voices' })
  const wanted = known.getByRole('switch', { name: 'Keep the voices that I name' })
  await expect(wanted).not.toBeChecked()
  await wanted.click()
  await expect(known.getByText('No voice is kept yet.')).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])
  await page.keyboard.press('Escape')

  await speakers.getByRole('button', { name: 'Use name' }).click()
  await expect(rows(page).nth(1)).toContainText('Anna:')
  await expect(speakers.getByText('Sounds like Anna')).toHaveCount(0)

  let voices = [
    {
      id: '5b1f0a52-8f0f-4a9e-9a52-0f6f1d0c7a11',
      name: 'Anna',
      meeting_id: 'names',
      meeting_title: 'names',
      named_at: '2026-03-04T10:00:00.000Z',
      meetings: 1,
      state: 'kept',
    },
  ]
  await page.route(`**${pathOf(knownVoices)}`, route => {
    if (route.request().method() !== 'DELETE') return route.fulfill({ json: { enabled: true, voices } })
    voices = []
    return route.continue()
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Known voices' }).click()
  await expect(known.getByRole('row', { name: /Anna/ }).locator('time')).toHaveAttribute(
    'data-hint',
    '2026-Mar-04 11:00:00.000 +01:00',
  )
  expect(await findingsInBothColors(page)).toEqual([])
  await known.getByRole('button', { name: 'Delete all…' }).click()
  await expect(known.getByText('This cannot be undone.')).toBeVisible()
  await known.getByRole('button', { name: 'Delete all', exact: true }).click()
  await expect(known.getByText('No voice is kept yet.')).toBeVisible()
})
