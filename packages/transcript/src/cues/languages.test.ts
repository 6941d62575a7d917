import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { otherLanguage, spokenLanguages } from './languages'

const line = (id: string, start: number, text: string, language_code: string) => ({
  id,
  start_millis: start,
  end_millis: start + 900,
  alternatives: [{ transcript: text }],
  csis: [],
  transcript_type: 'final',
  language_code,
  version: 0,
  edited: false,
  times_estimated: false,
})

test('the language of most words comes first, and a line in another one is marked regardless of its locale', () => {
  const transcript = buildTranscript([
    line('a', 0, 'oui', 'fr'),
    line('b', 1_000, 'and so we start', 'en-US'),
    line('c', 2_000, 'all right then', 'en'),
  ])
  expect(spokenLanguages(transcript)).toEqual(['en', 'fr'])
  expect([0, 1, 2].map(at => otherLanguage(transcript, at))).toEqual(['fr', undefined, undefined])
})

test('a transcript that names no language has none', () => {
  const transcript = buildTranscript([line('a', 0, 'hello', '')])
  expect(spokenLanguages(transcript)).toEqual([])
  expect(otherLanguage(transcript, 0)).toBeUndefined()
})
