import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { createSearch, type SearchMatch, type SearchResult } from './search'
import { wordText } from './word-at'

function transcriptOf(...texts: string[]) {
  return buildTranscript(
    texts.map((transcript, i) => ({ start_millis: i * 1000, alternatives: [{ transcript }] })),
  )
}
function all(result: SearchResult): SearchMatch[] {
  return Array.from({ length: result.count }, (_, i) => result.at(i)!)
}
function found(texts: string[], query: string): string[] {
  const transcript = transcriptOf(...texts)
  return all(createSearch(transcript).find(query)).map(({ utterance, from, to }) =>
    transcript.utterances[utterance]!.text.slice(from, to),
  )
}

test('case and diacritics do not matter, and the match is the text as written', () => {
  expect(found(['Zoë met ZOE and zoe\u0308.'], 'zoé')).toEqual(['Zoë', 'ZOE', 'zoe\u0308'])
  expect(found(['İstanbul istanbul'], 'ISTANBUL')).toEqual(['İstanbul', 'istanbul'])
  expect(found(['the ﬁnal ofﬁce'], 'fi')).toEqual(['ﬁ', 'ﬁ'])
  expect(found(['the ﬁnal'], 'f')).toEqual(['ﬁ'])
  expect(found(['ΟΔΟΣ οδός'], 'οδος')).toEqual(['ΟΔΟΣ', 'οδός'])
  expect(found(['שָׁלוֹם'], 'שלום')).toEqual(['שָׁלוֹם'])
  expect(found(['각'], '가')).toEqual([])
  expect(found(['会议纪要 会议'], '会议')).toEqual(['会议', '会议'])
})

test('a match names the words it touches', () => {
  const transcript = transcriptOf('zero', 'we follow up on it')
  const match = createSearch(transcript).find('low up').at(0)!
  expect(match).toMatchObject({ utterance: 1, from: 6, to: 12 })
  const words = []
  for (let word = match.firstWord; word < match.lastWord; word++) words.push(wordText(transcript, word))
  expect(words).toEqual(['follow', 'up'])
})

test('nothing matches across utterances, and an empty query matches nothing', () => {
  const search = createSearch(transcriptOf('good', 'morning'))
  expect(search.find('good morning').count).toBe(0)
  expect(search.find('good\nmorning').count).toBe(0)
  for (const query of ['', '  ', '\u0301']) expect(search.find(query).count).toBe(0)
})

test('matches are numbered by utterance, for rows and for next and previous', () => {
  const result = createSearch(transcriptOf('a a', 'b', 'a')).find('a')
  expect([0, 1, 2].map(i => result.inUtterance(i))).toEqual([
    { first: 0, last: 2 },
    { first: 2, last: 2 },
    { first: 2, last: 3 },
  ])
  expect([0, 1, 2, 3].map(i => result.firstFrom(i))).toEqual([0, 2, 2, 3])
})

test('too many matches stop at a bound and say so', () => {
  const result = createSearch(transcriptOf('a'.repeat(150_000))).find('a')
  expect(result).toMatchObject({ count: 100_000, capped: true })
})

test('every match of plain text is found, as a naive search finds it', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'ä', 'ﬁ', ' ', '😀', 'e\u0301'),
    maxLength: 12,
  })
  const fold = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .trim()
      .replace(/ +/g, ' ')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), letters, (texts, query) => {
      const transcript = transcriptOf(...texts.map(text => text.replace(/ +/g, ' ')))
      const matches = all(createSearch(transcript).find(query))
      const needle = fold(query)
      let expected = 0
      for (const { text } of transcript.utterances) {
        if (needle !== '')
          expected +=
            text
              .normalize('NFKD')
              .replace(/[\u0300-\u036f]/g, '')
              .toLowerCase()
              .split(needle).length - 1
      }
      expect(matches).toHaveLength(expected)
      for (const { utterance, from, to } of matches) {
        expect(fold(transcript.utterances[utterance]!.text.slice(from, to))).toContain(needle)
      }
    }),
  )
})
