import { expect, test } from 'vitest'
import { createSearch } from '../cues/search'
import { buildTranscript } from '../read/build-transcript'
import { replaceMatches } from './replace-matches'

const transcript = buildTranscript(
  ['Eva met eva', 'nobody', 'EVA left'].map((text, at) => ({
    id: `u${at}`,
    start_millis: at * 1000,
    end_millis: at * 1000 + 900,
    alternatives: [{ transcript: text }],
  })),
)
const result = createSearch(transcript).find('eva')

test('every match gives way, regardless of its case, and other lines are left alone', () => {
  expect(replaceMatches(transcript, result, 'Ada L.')).toEqual([
    { id: 'u0', text: 'Ada L. met Ada L.' },
    { id: 'u2', text: 'Ada L. left' },
  ])
})

test('one match alone', () => {
  expect(replaceMatches(transcript, result, 'Ada', 1)).toEqual([{ id: 'u0', text: 'Eva met Ada' }])
})
