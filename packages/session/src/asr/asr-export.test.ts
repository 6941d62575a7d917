import { parseTranscriptsFile } from '@livetap/transcript'
import { expect, test } from 'vitest'
import { exportAsr } from './asr-export'
import type { AsrLine } from './asr-transcript'

const lines: AsrLine[] = [
  {
    id: 'a',
    text: 'Ask not.',
    startMs: 3200,
    endMs: 4000,
    words: [
      { word: 'Ask', startMs: 3200, endMs: 3460 },
      { word: 'not.', startMs: 3500, endMs: 4000 },
    ],
    csis: [1],
    languageCode: 'en-US',
  },
]

test('the transcript leaves as TXT, SRT, VTT and JSON', () => {
  expect(exportAsr(lines, 'txt')).toContain('Ask not.')
  expect(exportAsr(lines, 'srt')).toContain('00:00:03,200 --> 00:00:04,000')
  expect(exportAsr(lines, 'vtt')).toMatch(/^WEBVTT\n\n00:00:03\.200 --> 00:00:04\.000\n/)
  expect(JSON.parse(exportAsr(lines, 'json')).results[0]).toMatchObject({
    id: 'a',
    csis: [1],
    language_code: 'en-US',
    alternatives: [{ transcript: 'Ask not.' }],
  })
})

test('the JSON export can be opened again', () => {
  expect(parseTranscriptsFile(exportAsr(lines, 'json'))).toMatchObject({
    ok: true,
    transcript: { utterances: [{ text: 'Ask not.', csis: [1] }] },
  })
})
