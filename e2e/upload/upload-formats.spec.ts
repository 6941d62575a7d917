import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MeetingDetail, TranscriptAnswer } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { audioUrl, getTranscript, videoUrl } from '@livetap/contract/calls/transcripts'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { ffmpeg, recordingFile } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

const spoken = /was not an ill ?disposed young man/

/** How ffmpeg makes each accepted ending of the same words. */
const endings: Record<string, string[]> = {
  '.wav': ['-ar', '44100', '-ac', '2'],
  '.pcm': ['-f', 's16le', '-ar', '16000', '-ac', '1'],
  '.mp3': ['-c:a', 'libmp3lame', '-b:a', '96k'],
  '.m4a': ['-c:a', 'aac', '-b:a', '96k'],
  '.flac': ['-c:a', 'flac'],
  '.aac': ['-c:a', 'aac', '-b:a', '96k'],
  '.aiff': ['-ar', '48000'],
  '.oga': ['-c:a', 'libopus', '-b:a', '48k'],
  '.mp4': [
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
  ],
}

async function record(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Object.entries(endings).map(([ending, options]) => {
    const path = join(folder, `reading${ending}`)
    const picture = ending === '.mp4' ? ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=10:d=4'] : []
    execFileSync(ffmpeg, [
      '-v',
      'error',
      '-y',
      ...picture,
      '-i',
      recordingFile('austen-0880'),
      ...options,
      path,
    ])
    return path
  })
}

async function bearer(page: Page): Promise<{ authorization: string }> {
  const cached = await page.evaluate(() => localStorage.getItem('livetap.token') ?? '{}')
  const { token } = JSON.parse(cached) as { token: { access_token: string } }
  return { authorization: `Bearer ${token.access_token}` }
}

/** The meetings by the ending of the recording they were made of. */
async function uploadAll(page: Page, files: string[]): Promise<Map<string, string>> {
  await page.goto('/?mode=upload_audio')
  await page.locator('#field-source').fill('formats')
  await page.locator('#field-language').fill('en-US')
  await page.getByRole('option', { name: 'en-US' }).first().click()
  // The endings are what is tried here: one engine is enough to find the words.
  await page.locator('#field-enable_ensemble').selectOption('false')
  await page.locator('#field-audio_files').setInputFiles(files)
  const sessions: Promise<[string, string]>[] = []
  page.on('response', answer => {
    if (!answer.url().endsWith(pathOf(createUpload))) return
    const { file_name } = answer.request().postDataJSON() as { file_name: string }
    const ending = file_name.slice(file_name.lastIndexOf('.'))
    sessions.push(answer.json().then(({ meeting_id }: { meeting_id: string }) => [ending, meeting_id]))
  })
  await page.locator('button[type=submit]').click()
  await expect(page.getByTestId('uploaded').filter({ hasText: /reading/ })).toHaveCount(files.length, {
    timeout: 60_000,
  })
  return new Map(await Promise.all(sessions))
}

/** Letters alone, so that what a row puts around its words does not matter. */
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map(word => word.replace(/[^a-z]/g, ''))
    .filter(word => word !== '')

/** Opens the meeting's own page: it must be playable and read the words that the server holds. */
async function readsTheSame(page: Page, id: string, heard: string[]): Promise<void> {
  await page.goto(`/past/${id}`)
  const shown = page.getByTestId('transcript-list').locator('[data-from]')
  await expect.poll(async () => lettersOf((await shown.allTextContents()).join(' '))).toEqual(heard)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
}

test('UPL-06 PAS-09 every accepted ending becomes a past meeting with transcript, words, audio, and video for .mp4, and reads the same there', async ({
  page,
}, testInfo) => {
  test.setTimeout(600_000)
  const meetings = await uploadAll(page, await record(testInfo.outputPath('recordings')))
  expect([...meetings.keys()].sort()).toEqual(Object.keys(endings).sort())
  const get = async (path: string) => page.request.get(path, { headers: await bearer(page) })

  for (const [ending, id] of meetings) {
    await test.step(ending, async () => {
      await expect
        .poll(async () => ((await (await get(pathOf(getMeeting, { id }))).json()) as MeetingDetail).status, {
          timeout: 300_000,
        })
        .not.toBe('processing')
      expect(await (await get(pathOf(getMeeting, { id }))).json()).toMatchObject({
        status: 'CallEnded',
        error: null,
      })

      const answer = await get(
        pathOf(getTranscript, { id }, { enable_word_time_offsets: true, segments_transcript: true }),
      )
      const { results } = (await answer.json()) as TranscriptAnswer
      const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? [])
      const heard = lettersOf(words.map(({ word }) => word).join(' '))
      expect(heard.join(' ')).toMatch(spoken)
      await readsTheSame(page, id, heard)
      const starts = words.map(({ start_millis }) => start_millis)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(words.at(-1)!.end_millis).toBeLessThanOrEqual(4_000)

      const { url } = (await (await get(pathOf(audioUrl, { id }, { audio_type: 'flac' }))).json()) as {
        url: string
      }
      const audio = await page.request.get(url, { headers: { range: 'bytes=0-3' } })
      expect(audio.status()).toBe(206)
      expect(await audio.text()).toBe('fLaC')

      const video = await get(pathOf(videoUrl, { id }))
      expect(video.status()).toBe(ending === '.mp4' ? 200 : 404)
      if (ending === '.mp4') {
        const { url: address } = (await video.json()) as { url: string }
        const head = await page.request.get(address, { headers: { range: 'bytes=0-262143' } })
        expect(head.status()).toBe(206)
        const bytes = await head.body()
        expect(bytes.indexOf('moov')).toBeGreaterThan(0)
        expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      }
    })
  }
})
