import { join } from 'node:path'
import { fillRoute, routes, texts } from '@livetap/contract'
import { pathOf } from '@livetap/contract/endpoints/endpoint'
import { deleteMeeting } from '@livetap/contract/endpoints/meetings'
import { unplacedEdits } from '@livetap/contract/endpoints/trainable'
import { connectToCluster } from '@livetap/server/testing'
import type { Locator, Page } from '@playwright/test'
import { axeFindings, seriousFindings } from './support/axe'
import { keepToasts } from './support/kept-toasts'
import { bearerOf } from './support/live-meeting'
import { expect, test } from './support/test'
import { buildArchive } from './support/training/build-archive'
import { fillShards } from './support/training/fill-shards'
import { uploadTrainable } from './support/training/trainable-meeting'
import { watchTexts } from './support/watch-texts'

const card = (page: Page, number: number) =>
  page.getByRole('article', { name: `Utterance ${number}`, exact: true })
const field = (page: Page, number: number) => card(page, number).getByRole('textbox')

// The utterances of a region are counted, and archived all together.
test.use({ serverFor: 'training' })

test('TRN-01 TRN-06 TRN-08 a meeting released for training: an utterance is corrected by keyboard alone, its draft outlives a reload, a second trainer is told, its archive holds it, and the meeting and shard screens show it', async ({
  page,
  browser,
  server,
  signedInState,
}, info) => {
  test.setTimeout(360_000)
  await keepToasts(page)
  const shown = await watchTexts(page)
  const meeting = await uploadTrainable(page, info.outputPath('sentences.wav'), 3)
  const region = fillRoute(routes.pastTrain, { client_region: meeting.region })

  // A second trainer has the list open before anything is changed.
  const other = await browser.newContext({ baseURL: server.origin, storageState: await signedInState() })
  const second = await other.newPage()
  await second.goto(region)
  await expect(field(second, 1)).not.toHaveValue('')

  await page.goto(`${region}?languages=en-US`)
  await expect(field(page, 3)).toBeVisible()
  const count = await page.getByRole('article').count()
  const first = card(page, 1)
  await expect(first).toContainText('#1')
  await expect(first).toContainText(`Site ${meeting.site || '–'}`)
  await expect(first.getByRole('link', { name: /…/ })).toHaveAttribute('title', meeting.id)
  await expect(first.getByText('Created')).toBeVisible()
  await expect(page.getByLabel('Languages')).toHaveValue('en-US')
  const original = await field(page, 1).inputValue()
  expect(original).not.toBe('')
  const painted = (canvas: HTMLCanvasElement | SVGElement) => {
    const { width, height } = canvas as HTMLCanvasElement
    const context = (canvas as HTMLCanvasElement).getContext('2d')!
    return width > 0 && context.getImageData(0, 0, width, height).data.some(value => value > 0)
  }
  await expect.poll(() => first.locator('canvas').evaluate(painted)).toBe(true)
  for (const title of ['Start', 'End'])
    await expect(first.getByTitle(`${title}, on the meeting’s clock`)).toHaveText(/^\d+:\d\d/)
  await expect(first.getByTitle('Duration')).toHaveText(/^\d+\.\d s$/)
  // The first of the meeting has nothing before it, the last nothing after it.
  for (const label of ['Before:', 'After:'])
    await expect(page.getByRole('article').getByText(label).first()).toBeVisible()

  // By keyboard alone, from here on.
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(first.getByRole('button', { name: texts.train.save, exact: true })).toBeDisabled()
  await expect(first.getByRole('button', { name: texts.train.cancel, exact: true })).toBeDisabled()
  await page.keyboard.type('corrected by hand')
  await page.keyboard.press('ControlOrMeta+ ')
  await shown(texts.train.playing)
  await page.keyboard.press('ControlOrMeta+,')
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('button', { name: 'Speed 0.5×' })).toBeVisible()
  await expect(first.getByText('Not saved; kept in this browser')).toBeVisible()
  await page.reload()
  await expect(field(page, 1)).toHaveValue('corrected by hand')
  await page.keyboard.press('Enter')
  const saved = page.waitForResponse(answer => answer.request().method() === 'POST')
  // The sound is short: its button is waited for from before it begins.
  const playsNext = card(page, 2).getByRole('button', { name: 'Pause utterance 2' }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  const request = (await saved).request()
  expect(new URL(request.url()).searchParams.get('client_region')).toBe(meeting.region)
  expect(request.postDataJSON()).toEqual({ transcript: 'corrected by hand' })
  await expect(field(page, 2)).toBeFocused()
  await playsNext
  await expect(first.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByTestId('day-progress')).toContainText('Today: 1 utterance')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Save, go to the next and play it')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // To the next and back, played again, marked by key.
  await page.keyboard.press('Alt+ArrowDown')
  const playsThird = card(page, 3).getByRole('button', { name: 'Pause utterance 3' }).waitFor()
  await page.keyboard.press('ControlOrMeta+b')
  await playsThird
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('ControlOrMeta+u')
  await expect(page.getByText('It stays out of archives and projects. Why?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('It stays out of archives and projects. Why?')).toHaveCount(0)
  const history = first.getByRole('button', { name: 'History of utterance 1' })
  await history.click()
  const versions = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.nth(0)).toContainText('corrected by hand')
  await expect(versions.nth(1)).toContainText(original)
  await page.keyboard.press('Escape')
  await expect(history).toBeFocused()

  // The second trainer typed over the first version.
  await field(second, 1).fill('typed by another')
  await card(second, 1).getByRole('button', { name: texts.train.save, exact: true }).click()
  await expect(card(second, 1).getByRole('alert')).toContainText('saved this meanwhile')
  await expect(card(second, 1).getByRole('alert')).toContainText('corrected by hand')
  await expect(field(second, 1)).toHaveValue('typed by another')
  await other.close()

  // Marked as unusable, and found by that filter.
  await card(page, 3).getByRole('button', { name: 'Mark utterance 3 as unusable' }).click()
  await page.getByRole('button', { name: 'Noise' }).click()
  await expect(card(page, 3).getByRole('button', { name: 'Unusable: Noise, utterance 3' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Unusable', { exact: true }).selectOption('yes')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/unusable=yes/)
  await expect(page.getByRole('article')).toHaveCount(1)

  // What is corrected is in an archive, what is unusable is not.
  const { lines } = await buildArchive(page, { count: count - 1, shown })
  expect(lines).toHaveLength(count - 1)
  expect(lines.map(({ text }) => text)).toContain('corrected by hand')

  const edit = {
    ...{ meeting_id: meeting.id, csi: null, start_offset_ms: 61_000, end_offset_ms: 64_000 },
    ...{ transcript: 'We ship on Friday.', unusable_reason: null, before: 'we shipped friday' },
    ...{ created_by: 'ada@example.com', created_at: '2026-03-04T05:06:07.000Z' },
  }
  const refusal = { message: texts.access.clientException, errors: [{ description: 'Not now' }] }
  const answer = { status: 403, json: { ...refusal, trackingId: 't' } as object }
  await page.route(`**${pathOf(unplacedEdits)}?*`, route => route.fulfill(answer))
  await page.goto(`/past/${meeting.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Training data' }).click()
  await expect(page.getByRole('article')).toHaveCount(count)
  const refused = page.getByRole('alert').filter({ hasText: 'Corrections without a place' })
  await expect(refused).toContainText('Not now')
  Object.assign(answer, { status: 200, json: { edits: [edit] } })
  await refused.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Corrections without a place (1)').click()
  const unplaced = page.getByRole('list', { name: 'Corrections without a place' })
  for (const part of ['ada@example.com', 'we shipped friday', 'We ship on Friday.', 'Copy'])
    await expect(unplaced).toContainText(part)
  const starts = await page.getByRole('link', { name: / - / }).allTextContents()
  expect(starts).toEqual(starts.toSorted())
  const rows = page.getByRole('article')
  const corrected = rows.filter({ hasText: 'corrected by hand' })
  await expect(corrected).toContainText('en-US')
  await corrected.getByRole('button', { name: /^Play/ }).click()
  await expect(corrected).toContainText(texts.train.playing)
  const place = (await corrected.getByRole('link').textContent()) === starts[0] ? 2 : 1
  await card(page, place).getByTitle('Correct this text').click()
  await field(page, place).fill('corrected in place')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(card(page, place).getByTitle('Correct this text')).toHaveText('corrected in place')
  expect(await axeFindings(page)).toEqual([])

  await corrected.getByRole('link').click()
  await expect(page).toHaveURL(/\/trainable_shard\//)
  for (const name of [
    'ci_uuid',
    'created_at',
    'csi',
    'global_participant_id',
    'language_inferred',
    'length_ms',
    'meeting_id',
    'site_name',
    'source',
    'webex_meeting_number',
    'speakers',
    'language_code',
    'transcript_type',
  ])
    await expect(page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  const audio = page.getByRole('list', { name: 'Audio' })
  await expect(audio).toContainText('start_offset_ms')
  await expect(audio).toContainText('end_offset_ms')
  await expect(audio.getByRole('heading', { name: 'human_transcripts' })).toBeVisible()
  await expect(audio).toContainText(original)
  await audio.getByRole('button', { name: 'Play this shard' }).click()
  await expect(audio).toContainText(texts.train.playing)
  await audio.getByTitle('Correct this text').first().click()
  await audio.getByRole('textbox').first().fill('corrected on its own screen')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(audio.getByTitle('Correct this text').first()).toHaveText('corrected on its own screen')
  await page.getByRole('button', { name: 'Show what follows in this meeting' }).click()
  await expect(audio.getByRole('button', { name: 'Play shard 3' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: texts.past.backToStart }).click()
  await expect(page.getByTestId('toast-warning')).toContainText(texts.train.exitingShard)
  await expect(page.getByTestId('toast-success').filter({ hasText: texts.train.shardClosed })).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto('/trainable_shard/nobody')
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.shardNotFoundToast)
  await expect(page.getByText(texts.train.shardNotFound, { exact: true })).toBeVisible()
  await page.goto('/past_trainable/nobody')
  await expect(page.getByText(texts.train.transcriptsNotFound)).toBeVisible()

  // What trainers wrote is not in the meeting until its host takes it.
  await page.goto(`/past/${meeting.id}`)
  const transcript = page.getByTestId('transcript-list')
  await expect(transcript.getByRole('listitem').first()).toBeVisible()
  await expect(transcript).not.toContainText('corrected')
  await page.getByRole('button', { name: /corrections? by trainers/ }).click()
  const offer = page.getByRole('list', { name: 'Corrections by trainers' }).getByRole('listitem').first()
  const offered = (await offer.locator('ins').textContent()) ?? ''
  expect(offered).toContain('corrected')
  await offer.getByRole('button', { name: 'Take it' }).click()
  await expect(transcript).toContainText(offered)

  const errors = [{ description: 'Out of order' }]
  await page.route(/\/trainable\/(debug|transcripts)\//, route =>
    route.fulfill({ status: 500, json: { message: texts.access.serverException, errors, trackingId: 't' } }),
  )
  await page.goto(`/past_trainable/${meeting.id}`)
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.failedFetch('Out of order'))
  await page.goto(region)
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.utterancesFetchError)
  await page.unroute(/\/trainable\/(debug|transcripts)\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(count)
})

test('TRN-10 a long list goes on while it is scrolled, to its last utterance', async ({ page, server }) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'long', 150)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'long' }))
  const list = page.getByRole('region', { name: 'Utterances' })
  await expect(card(page, 1)).toBeVisible()
  await expect(async () => {
    await list.evaluate(view => view.scrollTo(0, view.scrollHeight))
    await expect(card(page, 150)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(list).toContainText('150 in all')
})

test('TRN-01 an emptied text is left by Restore or Esc, which bring the saved one back, while Save and Cancel stay disabled', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'emptied', 2)
  await client.end()
  await keepToasts(page)
  const emptied = async (within: Locator) => {
    for (const name of [texts.train.save, texts.train.cancel])
      await expect(within.getByRole('button', { name, exact: true })).toBeDisabled()
    await expect(within).toContainText(texts.train.emptyText)
  }
  const restore = (within: Locator) => within.getByRole('button', { name: texts.train.restore, exact: true })
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'emptied' }))
  const text = await field(page, 1).inputValue()
  expect(text).not.toBe('')
  await expect(restore(card(page, 1))).toHaveCount(0)

  // By keyboard alone.
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await emptied(card(page, 1))
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field(page, 1)).toHaveValue(text)
  await expect(field(page, 1)).not.toBeFocused()
  await expect(restore(card(page, 1))).toHaveCount(0)
  // A text that is not empty is left as it is.
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Escape')
  await expect(field(page, 1)).toHaveValue(`${text} and more`)
  await card(page, 1).getByRole('button', { name: texts.train.cancel, exact: true }).press('Enter')
  await expect(field(page, 1)).toHaveValue(text)
  await field(page, 1).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press(' ')
  await emptied(card(page, 1))
  await page.keyboard.press('Tab')
  await expect(restore(card(page, 1))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toHaveValue(text)
  await expect(field(page, 1)).toBeFocused()

  // By mouse, and after a reload that kept the emptied draft.
  await field(page, 2).fill('')
  await emptied(card(page, 2))
  await page.reload()
  await emptied(card(page, 2))
  await restore(card(page, 2)).click()
  await expect(field(page, 2)).not.toHaveValue('')
  await expect(card(page, 2).getByRole('button', { name: texts.train.save, exact: true })).toBeEnabled()
  await page.reload()
  await expect(field(page, 1)).toHaveValue(text)
  await expect(restore(card(page, 2))).toHaveCount(0)

  // Where a text becomes a field by a click, leaving it makes it a text again.
  await page.goto(fillRoute(routes.pastTrainable, { trainable_meeting_id: 'emptied-0' }))
  const said = card(page, 1).getByTitle('Correct this text')
  await said.click()
  await field(page, 1).fill('')
  await emptied(card(page, 1))
  await page.keyboard.press('Escape')
  await expect(said).toHaveText(text)
  await expect(said).toBeFocused()
  await page.keyboard.press('Enter')
  await field(page, 1).fill('')
  await restore(card(page, 1)).click()
  await expect(said).toHaveText(text)
  await expect(said).toBeFocused()
})

test('TRN-06 an archive that lost a meeting has failed, and says so on the screen', async ({
  page,
  server,
  signedInState,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'removed', 2)
  await client.query(
    `insert into training_archive (request_id, region, filter, status, requested_by, finished_at, count, total, storage_key)
     values ('removed-1', 'removed', '{}', 'zip-completed', 'ada@example.com', now(), 2, 2, 'archives/removed-1.zip')`,
  )
  await client.query(`insert into training_archive_meeting values ('removed-1', 'removed-0')`)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'removed' }))
  const open = page.getByRole('button', { name: 'Archive', exact: true })
  await open.click()
  const drawer = page.getByRole('dialog', { name: texts.train.downloading })
  const archive = drawer.getByRole('region', { name: 'Archives' }).getByRole('listitem')
  await expect(archive).toContainText('zip-completed')
  await expect(archive.getByRole('button', { name: 'Download' })).toBeVisible()

  const headers = bearerOf(await signedInState())
  const deleted = await fetch(server.origin + pathOf(deleteMeeting, { id: 'removed-0' }), {
    method: deleteMeeting.method,
    headers,
  })
  expect(deleted.ok).toBe(true)
  // What is shown is older than the deletion: the click finds out.
  await archive.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.archiveError)
  await expect(archive).toContainText('zip-failed')
  await expect(archive).toContainText(texts.train.archiveRemovedWithMeeting)
  await expect(archive.getByRole('button', { name: 'Download' })).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await open.click()
  await expect(archive).toContainText(texts.train.archiveRemovedWithMeeting)
})
