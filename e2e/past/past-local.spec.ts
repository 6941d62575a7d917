import { readFileSync } from 'node:fs'
import { getOverview } from '@livetap/contract/calls/overview'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { spoken, spokenAudio } from '../support/past/past-meetings'
import { expect, openReady, rows, test, underlined } from '../support/past/past-test'

const json = (value: unknown, name = 'transcripts.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
})
const audio = () => ({
  name: 'a.flac',
  mimeType: 'audio/flac',
  buffer: readFileSync(spokenAudio()),
})

/** How many pixels of one column of the timeline are drawn, at its highest: without a waveform, a line. */
const waveHeight = (page: Page) =>
  page.getByTestId('timeline').evaluate(timeline => {
    const canvas = timeline.querySelector('canvas')!
    const { width, height } = canvas
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
    let highest = 0
    for (let x = 0; x < width; x++) {
      let drawn = 0
      // Between the highlights' marks and the speakers' lanes.
      for (let y = 8; y < 50; y++) if (data[(y * width + x) * 4 + 3]! > 0) drawn++
      highest = Math.max(highest, drawn)
    }
    return highest
  })

test('PAS-01 PAS-19 two files open as a meeting, and nothing of them is sent', async ({ page }) => {
  await page.goto('/past-local')
  await expect(page.getByRole('heading', { name: 'Past Local Data Meeting' })).toBeVisible()
  const sent: string[] = []
  page.on('request', request => {
    const isOfTheFrame = request.url().endsWith(pathOf(getOverview))
    if (!isOfTheFrame && !/^(blob|data):|\/assets\/|mark\.svg|access_token/.test(request.url()))
      sent.push(request.url())
  })
  const upload = page.getByRole('button', { name: 'Upload files' })
  const inputs = page.getByTestId('upload-panel').locator('input[type=file]')
  await expect(inputs).toHaveCount(2)
  await expect(upload).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0)
  await inputs.nth(0).setInputFiles(json({ results: spoken }))
  await expect(upload).toBeDisabled()
  await inputs.nth(1).setInputFiles(audio())
  await upload.click()
  await expect(page.getByText('Audio file is loaded successfully')).toBeVisible()
  await expect(rows(page).nth(2)).toContainText('Speaker 1: he was not an ill disposed young man')
  await expect.poll(() => waveHeight(page)).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(underlined(page)).toHaveText(/\w/)
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(upload).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Back to start' }).click()
  await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()
})

test('PAS-19 the launcher’s two files open without a second form, and again after Back and Forward', async ({
  page,
}) => {
  await page.goto('/?mode=open_local_meeting')
  await page.locator('input[name=transcripts_file]').setInputFiles(json({ results: spoken }))
  await page.locator('input[name=local_audio_file]').setInputFiles(audio())
  await page.getByRole('button', { name: 'START!' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
  await page.goBack()
  await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()
  await page.goForward()
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeDisabled()
})

test('PAS-19 a recording alone opens from the launcher and from the panel, and shares nothing with an upload', async ({
  page,
}) => {
  const alone = page.getByRole('button', { name: 'Open the audio alone' })
  const local = page.locator('input[name=local_audio_file]')
  const play = page.getByRole('button', { name: 'Play', exact: true })
  await page.goto('/?mode=upload_audio')
  await page.locator('input[name=audio_files]').setInputFiles(audio())
  await page.getByRole('tab', { name: 'Load Existing Meeting from Local Assets' }).click()
  await expect(page.getByText('a.flac')).toHaveCount(0)
  await expect(local).not.toHaveAttribute('multiple')
  await expect(local).toHaveAccessibleDescription(/^The recording, to be heard with the text/)
  await expect(alone).toHaveCount(0)
  await local.setInputFiles(audio())
  // The transcripts stay required for START!.
  await expect(page.getByRole('button', { name: 'START!' })).toBeDisabled()
  await alone.click()
  await expect(page).toHaveURL('/past-local')
  await expect(page.getByText('Audio file is loaded successfully')).toBeVisible()
  await expect(play).toBeEnabled()
  await expect.poll(() => waveHeight(page)).toBeGreaterThan(10)
  await expect(rows(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(alone).toHaveCount(0)
  await page.getByTestId('upload-panel').locator('input[type=file]').nth(1).setInputFiles(audio())
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeDisabled()
  await alone.click()
  await expect(play).toBeEnabled()
})

test('PAS-19 both files can be dropped', async ({ page }) => {
  await page.goto('/past-local')
  const transfer = await page.evaluateHandle(
    ({ transcripts, sound }) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(sound), c => c.charCodeAt(0))], 'a.flac', { type: 'audio/flac' }),
      )
      data.items.add(new File([transcripts], 't.json', { type: 'application/json' }))
      return data
    },
    { transcripts: JSON.stringify({ results: spoken }), sound: audio().buffer.toString('base64') },
  )
  await page.getByTestId('upload-panel').dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByRole('button', { name: 'Upload files' }).click()
  await expect(rows(page).first()).toContainText('mister john dashwood')
})

test('PAS-19 the file that Download writes is read back whole', async ({ page }) => {
  await openReady(page, 'talk')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Transcripts' }).click()
  const saved = await (await file).path()
  const rowText = await rows(page).nth(4).locator('p').textContent()
  await page.goto('/past-local')
  const inputs = page.getByTestId('upload-panel').locator('input[type=file]')
  await inputs.nth(0).setInputFiles(json(readFileSync(saved, 'utf8')))
  await inputs.nth(1).setInputFiles(audio())
  await page.getByRole('button', { name: 'Upload files' }).click()
  await expect(rows(page).nth(4).locator('p')).toHaveText(rowText!)
  await expect(page.getByRole('tab', { name: /Highlights/ })).toContainText('2')
})

const wrong: [string, unknown, string][] = [
  ['empty results', { results: [] }, 'Transcripts file has empty results...'],
  ['no JSON', 'not json', 'Transcripts file format is invalid...'],
]
for (const [name, content, text] of wrong) {
  test(`PAS-19 PAS-21 ${name} is refused`, async ({ page }) => {
    await page.goto('/past-local')
    const inputs = page.getByTestId('upload-panel').locator('input[type=file]')
    await inputs.nth(0).setInputFiles(json(content))
    await inputs.nth(1).setInputFiles(audio())
    await page.getByRole('button', { name: 'Upload files' }).click()
    await expect(page.getByText(`Failed load local files: ${text}`)).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  })
}

test('PAS-19 PAS-21 a file that is not audio is refused', async ({ page }) => {
  await page.goto('/past-local')
  const inputs = page.getByTestId('upload-panel').locator('input[type=file]')
  await inputs.nth(0).setInputFiles(json({ results: spoken }))
  await inputs.nth(1).setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: Buffer.from('no audio') })
  await page.getByRole('button', { name: 'Upload files' }).click()
  await expect(page.getByText('Failed load local audio file: Unable to read audio file...')).toBeVisible()
})

test('PAS-15 odd data shows correctly and harms nothing', async ({ page }) => {
  const word = (text: string, start: number, end: number) => ({
    word: text,
    start_millis: start,
    end_millis: end,
  })
  const hostile = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script> & "quoted"'
  const results = [
    {
      id: 'a',
      start_millis: 0,
      end_millis: 4000,
      alternatives: [
        {
          transcript: 'first zero last',
          words: [word('first', 0, 2000), word('zero', 2000, 2000), word('last', 2000, 4000)],
        },
      ],
    },
    {
      id: 'b',
      start_millis: 1000,
      end_millis: 3000,
      alternatives: [{ transcript: 'meanwhile', words: [word('meanwhile', 1000, 3000)] }],
    },
    { id: 'c', start_millis: 5000, end_millis: 6000, alternatives: [{ transcript: 'words are missing' }] },
    { id: 'd', start_millis: 7000, end_millis: 8000, alternatives: [{ transcript: 'שלום עולם' }] },
    {
      id: 'e',
      start_millis: 9000,
      end_millis: 10_000,
      alternatives: [{ transcript: hostile }],
      speaker_segments: [{ speaker_id: '<b>', transcript: hostile }],
    },
    {
      id: 'f',
      start_millis: 11_000,
      end_millis: 70_000,
      alternatives: [{ transcript: 'lorem ipsum '.repeat(440_000) }],
    },
    { nonsense: true },
    {
      id: 'g',
      start_millis: 70_500,
      end_millis: 60_000,
      alternatives: [{ transcript: 'ends before it starts' }],
    },
  ]
  await page.goto('/past-local')
  const inputs = page.getByTestId('upload-panel').locator('input[type=file]')
  await inputs.nth(0).setInputFiles(json({ results }))
  await inputs.nth(1).setInputFiles(audio())
  await page.getByRole('button', { name: 'Upload files' }).click()
  const row = (id: string) => page.locator(`[data-utterance="${id}"]`).first()
  await expect(row('c')).toContainText('words are missing', { timeout: 30_000 })
  await expect(row('e')).toContainText(hostile)
  expect(await page.evaluate(() => (window as { harmed?: number }).harmed)).toBeUndefined()
  expect(
    await row('d')
      .locator('p')
      .evaluate(line => getComputedStyle(line).direction),
  ).toBe('rtl')
  // Both that overlap are lit; the later one is the current one.
  await row('b').locator('[data-from]').click()
  await expect(row('b')).toHaveAttribute('data-light', 'current')
  await expect(row('a')).toHaveAttribute('data-light', 'lit')
  // Five megabytes of one utterance are rows like others.
  const nodes = await page.getByTestId('transcript-list').evaluate(list => list.querySelectorAll('*').length)
  expect(nodes).toBeLessThan(1000)
  const list = page.getByTestId('transcript-list')
  await list.evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect(row('g')).toContainText('ends before it starts')
})
