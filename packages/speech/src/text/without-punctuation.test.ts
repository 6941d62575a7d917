import { expect, test } from 'vitest'
import { withoutPunctuation } from './without-punctuation'

const result = (text: string) => ({
  segmentId: '1',
  isFinal: true,
  text,
  startMs: 0,
  endMs: 900,
  words: text.split(' ').map((word, at) => ({ word, startMs: at * 100, endMs: at * 100 + 90 })),
  speakerIds: [],
  languageCode: 'en-US',
})

test.each([
  ["Ask not, he said; don't ask: why?", "Ask not he said don't ask why"],
  ['It costs 3.5 million at 10:30 … — "really"!', 'It costs 3.5 million at 10:30 — really'],
  ['今日は、晴れ。', '今日は晴れ'],
])('%s', (text, plain) => {
  expect(withoutPunctuation(result(text)).text).toBe(plain)
})

test('the words lose their marks, keep their times, and one that was only a mark goes', () => {
  const { words } = withoutPunctuation(result('Yes , sir.'))
  expect(words).toEqual([
    { word: 'Yes', startMs: 0, endMs: 90 },
    { word: 'sir', startMs: 200, endMs: 290 },
  ])
})
