import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { makeZip } from 'client-zip'
import { zipEntries } from '../zip'

interface SentLine {
  id: string
  meeting_id: string
  audio_filepath: string
}

/** On the page of a project: downloads what its vendor is to be sent. */
export async function downloadPackage(page: Page): Promise<SentLine[]> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what is to be sent' }).click()
  const files = zipEntries(readFileSync(await (await downloaded).path()))
  const lines = String(files.get('manifest.jsonl')).trimEnd().split('\n')
  const sent = lines.map(line => JSON.parse(line) as SentLine)
  for (const { audio_filepath } of sent)
    expect(String(files.get(audio_filepath)?.subarray(0, 4))).toBe('fLaC')
  return sent
}

/** On the same page: takes in a transcript of each of these, and a file that is of no shard in the project. */
export async function importReturn(page: Page, ids: readonly string[]): Promise<void> {
  const entries = [...ids, 'stranger'].map(id => ({ name: `${id}.txt`, input: `what ${id} says` }))
  const zip = { name: 'r.zip', mimeType: 'application/zip', buffer: await buffer(makeZip(entries)) }
  await page.locator('input[type=file]').setInputFiles(zip)
  await expect(page.getByText(new RegExp(`${ids.length} transcripts by .+ from r\\.zip`))).toBeVisible()
  await page.getByText('1 file does not match', { exact: true }).click()
  await expect(page.getByText('stranger.txt', { exact: true })).toBeVisible()
  await expect(page.getByText('names no shard of this project')).toBeVisible()
}
