import { texts } from '@livetap/contract'
import { unplacedEdits } from '@livetap/contract/calls/trainable'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { axeFindings } from '../support/browser/axe'
import { keepToasts } from '../support/browser/kept-toasts'
import { watchTexts } from '../support/browser/watch-texts'
import { buildArchive } from '../support/training/build-archive'
import { correct, expect, field, shardCard, test } from '../support/training/released-meeting'

// The utterances of a region are counted, and archived all together.
test.use({ serverFor: 'a meeting released for training' })

const CORRECTED = 'corrected by hand'

test('TRN-01 the utterances of a region are cards with their meeting, waveform, times and neighbours', async ({
  page,
  released,
}) => {
  await page.goto(`${released.regionPath}?languages=en-US`)
  await expect(page.getByRole('article')).toHaveCount(released.count)
  await expect(field(page, 3)).toBeVisible()
  const first = shardCard(page, 1)
  await expect(first).toContainText('#1')
  await expect(first).toContainText(`Site ${released.site || '–'}`)
  await expect(first.getByRole('link', { name: /…/ })).toHaveAttribute('data-hint', released.id)
  await expect(first.getByText('Created')).toBeVisible()
  await expect(page.getByLabel('Languages')).toHaveValue('en-US')
  await expect(field(page, 1)).not.toHaveValue('')
  const painted = (canvas: HTMLCanvasElement | SVGElement) => {
    const { width, height } = canvas as HTMLCanvasElement
    const context = (canvas as HTMLCanvasElement).getContext('2d')!
    return width > 0 && context.getImageData(0, 0, width, height).data.some(value => value > 0)
  }
  await expect.poll(() => first.locator('canvas').evaluate(painted)).toBe(true)
  for (const title of ['Start', 'End'])
    await expect(first.locator(`[data-hint="${title}, on the meeting’s clock"]`)).toHaveText(/^\d+:\d\d/)
  await expect(first.locator('[data-hint="Duration"]')).toHaveText(/^\d+\.\d s$/)
  // The first of the meeting has nothing before it, the last nothing after it.
  await page.getByLabel('Order').selectOption('Meeting’s time')
  await expect(page).toHaveURL(/order=meeting/)
  await field(page, 2).focus()
  for (const label of ['Before:', 'After:']) await expect(shardCard(page, 2).getByText(label)).toBeVisible()
})

test('TRN-01 an utterance is corrected by keyboard alone, its draft outlives a reload, and saving goes to the next and plays it', async ({
  page,
  released,
}) => {
  const shown = await watchTexts(page)
  await page.goto(released.regionPath)
  await expect(field(page, 1)).not.toHaveValue('')
  const original = await field(page, 1).inputValue()
  const first = shardCard(page, 1)
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(first.getByRole('button', { name: texts.train.save, exact: true })).toBeDisabled()
  await expect(first.getByRole('button', { name: texts.train.cancel, exact: true })).toBeDisabled()
  await page.keyboard.type(CORRECTED)
  await page.keyboard.press('ControlOrMeta+ ')
  await shown(texts.train.playing)
  await page.keyboard.press('ControlOrMeta+,')
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('button', { name: 'Speed 0.5×' })).toBeVisible()
  await expect(first.getByText('Not saved; kept in this browser')).toBeVisible()
  await page.reload()
  await expect(field(page, 1)).toHaveValue(CORRECTED)
  await page.keyboard.press('Enter')
  const saved = page.waitForResponse(answer => answer.request().method() === 'POST')
  // The sound is short: its button is waited for from before it begins.
  const playsNext = shardCard(page, 2).getByRole('button', { name: 'Pause utterance 2' }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  const request = (await saved).request()
  expect(new URL(request.url()).searchParams.get('client_region')).toBe(released.region)
  expect(request.postDataJSON()).toEqual({ transcript: CORRECTED })
  await expect(field(page, 2)).toBeFocused()
  await playsNext
  await expect(first.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByTestId('day-progress')).toContainText('Today: 1 utterance')

  await field(page, 1).focus()
  const history = first.getByRole('button', { name: 'History of utterance 1' })
  await history.click()
  const versions = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.nth(0)).toContainText(CORRECTED)
  await expect(versions.nth(1)).toContainText(original)
  await page.keyboard.press('Escape')
  await expect(history).toBeFocused()
})

test('TRN-01 keys go to the next utterance and back, play it, mark it, and are listed', async ({
  page,
  released,
}) => {
  await page.goto(released.regionPath)
  await expect(field(page, 3)).toBeVisible()
  await field(page, 2).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Save, go to the next and play it')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Alt+ArrowDown')
  const playsThird = shardCard(page, 3).getByRole('button', { name: 'Pause utterance 3' }).waitFor()
  await page.keyboard.press('ControlOrMeta+b')
  await playsThird
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('ControlOrMeta+u')
  await expect(page.getByText('It stays out of archives and projects. Why?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('It stays out of archives and projects. Why?')).toHaveCount(0)
})

test('TRN-01 a second trainer who types over an older version is told who saved meanwhile, and keeps the own text', async ({
  page,
  browser,
  server,
  signedInState,
  released,
}) => {
  // The second trainer has the list open before anything is changed.
  const other = await browser.newContext({ baseURL: server.origin, storageState: await signedInState() })
  const second = await other.newPage()
  await second.goto(released.regionPath)
  await expect(field(second, 1)).not.toHaveValue('')
  await page.goto(released.regionPath)
  await correct(page, 1, CORRECTED)

  await field(second, 1).fill('typed by another')
  await shardCard(second, 1).getByRole('button', { name: texts.train.save, exact: true }).click()
  await expect(shardCard(second, 1).getByRole('alert')).toContainText('saved this meanwhile')
  await expect(shardCard(second, 1).getByRole('alert')).toContainText(CORRECTED)
  await expect(field(second, 1)).toHaveValue('typed by another')
  await other.close()
})

test('TRN-06 what is marked as unusable is found by its filter; an archive holds what is corrected and leaves out what is unusable', async ({
  page,
  released,
}) => {
  const shown = await watchTexts(page)
  await page.goto(released.regionPath)
  await correct(page, 1, CORRECTED)
  await shardCard(page, 3).getByRole('button', { name: 'Mark utterance 3 as unusable' }).click()
  await page.getByRole('button', { name: 'Noise' }).click()
  await expect(shardCard(page, 3).getByRole('button', { name: 'Unusable: Noise, utterance 3' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Unusable', { exact: true }).selectOption('yes')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/unusable=yes/)
  await expect(page.getByRole('article')).toHaveCount(1)

  const { lines } = await buildArchive(page, { count: released.count - 1, shown })
  expect(lines).toHaveLength(released.count - 1)
  expect(lines.map(({ text }) => text)).toContain(CORRECTED)
})

test('TRN-07 the training data of a meeting is in order of time, is corrected in place, and lists corrections without a place', async ({
  page,
  released,
}) => {
  await page.goto(released.regionPath)
  await correct(page, 1, CORRECTED)
  const edit = {
    ...{ meeting_id: released.id, csi: null, start_offset_ms: 61_000, end_offset_ms: 64_000 },
    ...{ transcript: 'We ship on Friday.', unusable_reason: null, before: 'we shipped friday' },
    ...{ created_by: 'ada@example.com', created_at: '2026-03-04T05:06:07.000Z' },
  }
  const refusal = { message: texts.access.clientException, errors: [{ description: 'Not now' }] }
  const answer = { status: 403, json: { ...refusal, trackingId: 't' } as object }
  await page.route(`**${pathOf(unplacedEdits)}?*`, route => route.fulfill(answer))
  await page.goto(`/past/${released.id}`)
  await page.getByRole('navigation', { name: 'Views of this meeting' }).getByText('Training').click()
  await expect(page.getByRole('article')).toHaveCount(released.count)
  const refused = page.getByRole('alert').filter({ hasText: 'Corrections that match no utterance' })
  await expect(refused).toContainText('Not now')
  Object.assign(answer, { status: 200, json: { edits: [edit] } })
  await refused.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Corrections that match no utterance (1)').click()
  const unplaced = page.getByRole('list', { name: 'Corrections that match no utterance' })
  for (const part of ['ada@example.com', 'we shipped friday', 'We ship on Friday.', 'Copy'])
    await expect(unplaced).toContainText(part)
  const starts = await page.getByRole('link', { name: / - / }).allTextContents()
  expect(starts).toEqual(starts.toSorted())
  const corrected = page.getByRole('article').filter({ hasText: CORRECTED })
  await expect(corrected).toContainText('en-US')
  await corrected.getByRole('button', { name: /^Play/ }).click()
  await expect(corrected).toContainText(texts.train.playing)
  const place = (await corrected.getByRole('link').textContent()) === starts[0] ? 2 : 1
  await shardCard(page, place).locator('[data-hint="Correct this text"]').click()
  await field(page, place).fill('corrected in place')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(shardCard(page, place).locator('[data-hint="Correct this text"]')).toHaveText(
    'corrected in place',
  )
  // The hint of the text under the mouse is a part of no landmark.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
  expect(await axeFindings(page)).toEqual([])
})

test('TRN-08 a shard shows its fields and its texts, plays, is corrected, and says goodbye when it is left', async ({
  page,
  released,
}) => {
  await keepToasts(page)
  await page.goto(released.regionPath)
  const original = await correct(page, 1, CORRECTED)
  await page.goto(`/past_trainable/${released.id}`)
  await page.getByRole('article').filter({ hasText: CORRECTED }).getByRole('link').click()
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
  await audio.locator('[data-hint="Correct this text"]').first().click()
  await audio.getByRole('textbox').first().fill('corrected on its own screen')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(audio.locator('[data-hint="Correct this text"]').first()).toHaveText(
    'corrected on its own screen',
  )
  await page.getByRole('button', { name: 'Show what follows in this meeting' }).click()
  await expect(audio.getByRole('button', { name: 'Play shard 3' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: texts.past.backToStart }).click()
  await expect(page.getByTestId('toast-warning')).toContainText(texts.train.exitingShard)
  await expect(page.getByTestId('toast-success').filter({ hasText: texts.train.shardClosed })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('TRN-01 what a trainer wrote is not in the meeting until its host takes it', async ({
  page,
  released,
}) => {
  await page.goto(released.regionPath)
  await correct(page, 1, CORRECTED)
  await page.goto(`/past/${released.id}`)
  const transcript = page.getByTestId('transcript-list')
  await expect(transcript.getByRole('listitem').first()).toBeVisible()
  await expect(transcript).not.toContainText('corrected')
  await page.getByRole('button', { name: /corrections? by trainers/ }).click()
  const offer = page.getByRole('list', { name: 'Corrections by trainers' }).getByRole('listitem').first()
  const offered = (await offer.locator('ins').textContent()) ?? ''
  expect(offered).toContain('corrected')
  await offer.getByRole('button', { name: 'Take it' }).click()
  await expect(transcript).toContainText(offered)
})

test('TRN-09 a shard or meeting that is not there, and calls that fail, have their words and can be tried again', async ({
  page,
  released,
}) => {
  await keepToasts(page)
  await page.goto('/trainable_shard/nobody')
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.shardNotFoundToast)
  await expect(page.getByText(texts.train.shardNotFound, { exact: true })).toBeVisible()
  await page.goto('/past_trainable/nobody')
  await expect(page.getByText(texts.train.transcriptsNotFound)).toBeVisible()

  const errors = [{ description: 'Out of order' }]
  await page.route(/\/trainable\/(debug|transcripts)\//, route =>
    route.fulfill({ status: 500, json: { message: texts.access.serverException, errors, trackingId: 't' } }),
  )
  await page.goto(`/past_trainable/${released.id}`)
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.failedFetch('Out of order'))
  await page.goto(released.regionPath)
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.utterancesFetchError)
  await page.unroute(/\/trainable\/(debug|transcripts)\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(released.count)
})
