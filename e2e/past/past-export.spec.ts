import { readFileSync } from 'node:fs'
import type { TranscriptAnswer } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { spoken } from '../support/past/past-meetings'
import { expect, openReady, test } from '../support/past/past-test'
import { readZip } from '../support/zip'

const everyWord = spoken.map(one => one.alternatives[0]!.transcript).join(' ')
const lines = (text: string) => text.split(/\r?\n/)

async function save(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('PAS-06 Download writes the transcripts under their name, and the audio', async ({ page }) => {
  await openReady(page, 'talk')
  const { name, bytes } = await save(page, 'Transcripts')
  expect(name).toMatch(/^transcripts__Two readers__\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.json$/)
  const { results } = JSON.parse(bytes.toString()) as TranscriptAnswer
  expect(results.map(one => one.alternatives[0]!.transcript).join(' ')).toBe(everyWord)
  expect(results[2]!.alternatives[0]!.words).toMatchObject(spoken[2]!.alternatives[0]!.words!)
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menuitem', { name: 'Audio' })).toHaveAttribute(
    'download',
    'audio__Two readers.flac',
  )
})

/** The words that a file says, in its order. */
const wordsIn: [item: string, ending: string, words: (text: string) => string[]][] = [
  ['Text (TXT)', 'txt', text => lines(text).filter(line => line !== '' && !line.startsWith('['))],
  [
    'Subtitles (SRT)',
    'srt',
    text =>
      lines(text)
        .filter(line => line !== '' && !/^\d+$|-->/.test(line))
        .map(line => line.replace(/^Speaker \d: /, '')),
  ],
  [
    'Subtitles (WebVTT)',
    'vtt',
    text =>
      lines(text)
        .filter(line => line !== '' && !/^WEBVTT|-->/.test(line))
        .map(line => line.replace(/^<v [^>]*>/, '')),
  ],
  [
    'Table (CSV)',
    'csv',
    text =>
      lines(text)
        .slice(1, -1)
        .map(line => line.slice(line.lastIndexOf(',') + 1)),
  ],
  [
    'Training manifest (NeMo JSONL)',
    'jsonl',
    text =>
      lines(text)
        .slice(0, -1)
        .map(line => (JSON.parse(line) as { text: string }).text),
  ],
]

test('PAS-06 every other form that Download writes holds every word in its order', async ({ page }) => {
  await openReady(page, 'talk')
  for (const [item, ending, words] of wordsIn) {
    await test.step(ending, async () => {
      const { name, bytes } = await save(page, item)
      expect(name).toMatch(new RegExp(`^transcripts__Two readers__.*\\.${ending}$`))
      expect(words(bytes.toString()).join(' ')).toBe(everyWord)
    })
  }
  const subtitles = (await save(page, 'Subtitles (SRT)')).bytes.toString()
  expect(subtitles).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nSpeaker 1: and mister john dashwood/)
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'Names of speakers in subtitles: on' }).click()
  await page.keyboard.press('Escape')
  expect((await save(page, 'Subtitles (SRT)')).bytes.toString()).not.toContain('Speaker')
  const turns = lines((await save(page, 'Who spoke when (RTTM)')).bytes.toString()).slice(0, -1)
  expect(turns).toHaveLength(spoken.length)
  expect(turns[2]).toBe('SPEAKER talk 1 19.700 2.990 <NA> <NA> Speaker_1 <NA> <NA>')
})

test('PAS-06 the Word document holds its title, who spoke when, and every word', async ({ page }) => {
  await openReady(page, 'talk')
  const { name, bytes } = await save(page, 'Word document (DOCX)')
  expect(name).toMatch(/^transcripts__Two readers__.*\.docx$/)
  const files = readZip(bytes)
  expect(files.get('[Content_Types].xml')).toContain('wordprocessingml.document.main+xml')
  const paragraphs = [...files.get('word/document.xml')!.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
  )
  expect(paragraphs[0]).toBe('Two readers')
  expect(paragraphs[1]).toBe('Speaker 1  00:00:00')
  const said = paragraphs.slice(1).filter((_, i) => i % 2 === 1)
  expect(said.join(' ')).toBe(everyWord)
})
