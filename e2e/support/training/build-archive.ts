import { readFileSync } from 'node:fs'
import { texts } from '@livetap/contract'
import { estimateArchive } from '@livetap/contract/calls/training-archives'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, type Page } from '@playwright/test'
import { seriousFindings } from '../browser/axe'
import { zipEntries } from '../zip'

/** Seconds of a sound as a browser decodes it. */
async function decodedSeconds(page: Page, sound: Buffer): Promise<number> {
  return await page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return (await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes.buffer)).duration
  }, sound.toString('base64'))
}

interface Expected {
  /** Shards that the region has for archives. */
  count: number
  shown: (text: string) => Promise<void>
}

/** On the past train screen: fills the form, waits for the archive, downloads it, and answers what is in it. */
export async function buildArchive(page: Page, { count, shown }: Expected) {
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const form = page.getByRole('dialog', { name: texts.train.downloading })
  const estimate = form.getByTestId('archive-estimate')
  await expect(estimate).toHaveText(new RegExp(`^${count} utterances?, \\d+\\.\\d\\d h, about \\d`))
  const asked = page.waitForRequest(
    request =>
      request.url().endsWith(pathOf(estimateArchive)) && request.postData()?.includes('sync_key') === true,
  )
  await form.getByLabel('Sync key').fill(btoa('e_1770000047#x#\u00fc'))
  await expect(form.getByLabel('Evaluation')).toHaveValue('true')
  await expect(form.getByLabel('Start time (UTC)', { exact: true })).toHaveValue('2026/02/02 02:40:47')
  expect((await asked).postDataJSON()).toMatchObject({
    evaluation: true,
    start_time: '2026-02-02T02:40:47.000Z',
  })
  await expect(estimate).toHaveText(/^\d+ utterance/)
  await form.getByLabel('Sync key').fill('')
  await form.getByLabel('Evaluation').selectOption('')
  await form.getByLabel('Start time (UTC)', { exact: true }).fill('2999/01/01 00:00')
  await expect(form.getByText('This lies in the future')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Build archive' })).toBeDisabled()
  await form.getByLabel('Start time (UTC)', { exact: true }).fill('')
  await form.getByLabel('Language').fill('en-US')
  await page.keyboard.press('Escape')
  await expect(estimate).toHaveText(new RegExp(`^${count} utterances?, `))
  expect(await seriousFindings(page)).toEqual([])

  const downloaded = page.waitForEvent('download', { timeout: 60_000 })
  await form.getByRole('button', { name: 'Build archive' }).click()
  await shown(texts.train.processingLink)
  const download = await downloaded
  await shown(texts.train.archiveCompleted)
  await expect(form.getByText('zip-completed')).toBeVisible()
  const files = zipEntries(readFileSync(await download.path()))
  const manifest = String(files.get('manifest.jsonl')).trimEnd().split('\n')
  const lines = manifest.map(
    line => JSON.parse(line) as { audio_filepath: string; text: string; duration: number },
  )
  for (const { audio_filepath, duration } of lines)
    expect(await decodedSeconds(page, files.get(audio_filepath)!)).toBeCloseTo(duration, 0)
  await page.keyboard.press('Escape')
  return { lines, files }
}
