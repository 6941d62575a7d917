import { writeFileSync } from 'node:fs'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'
import type { MeetingDetail } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { longReading } from '@livetap/speech/testing'
import { expect, type Page } from '@playwright/test'

/** Longer than the pause that parts two shards. */
const GAP_MS = 2500
const processingMs = 240_000

/** Sentences with long pauses between them: each becomes a shard of its own. */
function recordSentences(path: string, count: number): void {
  const parts = longReading.parts().slice(0, count)
  const total = parts.reduce((sum, { pcm }) => sum + pcm.length + GAP_MS * SAMPLES_PER_MS, 0)
  const whole = new Int16Array(total)
  let at = 0
  for (const { pcm } of parts) {
    whole.set(pcm, at)
    at += pcm.length + GAP_MS * SAMPLES_PER_MS
  }
  writeFileSync(path, writeWav(whole))
}

async function bearer(page: Page): Promise<{ authorization: string }> {
  const cached = await page.evaluate(() => localStorage.getItem('livetap.token') ?? '{}')
  const { token } = JSON.parse(cached) as { token: { access_token: string } }
  return { authorization: `Bearer ${token.access_token}` }
}

/** Uploads a recording that may train, the way a user does, and waits until it is processed. */
export async function uploadTrainable(page: Page, path: string, sentences: number): Promise<MeetingDetail> {
  recordSentences(path, sentences)
  await page.goto('/?mode=upload_audio')
  await page.locator('#field-source').fill('training')
  await page.locator('#field-language').fill('en-US')
  await page.getByRole('option', { name: 'en-US' }).first().click()
  await page.locator('#field-trainable_shard_percent').selectOption('true')
  await page.locator('#field-enable_ensemble').selectOption('false')
  await page.locator('#field-audio_files').setInputFiles(path)
  const created = page.waitForResponse(answer => answer.url().endsWith(pathOf(createUpload)))
  await page.locator('button[type=submit]').click()
  const { meeting_id } = (await (await created).json()) as { meeting_id: string }
  await expect(page).toHaveURL(`/past/${meeting_id}`)
  const headers = await bearer(page)
  const ask = async () =>
    (await (
      await page.request.get(pathOf(getMeeting, { id: meeting_id }), { headers })
    ).json()) as MeetingDetail
  await expect.poll(async () => (await ask()).status, { timeout: processingMs }).toBe('CallEnded')
  return ask()
}
