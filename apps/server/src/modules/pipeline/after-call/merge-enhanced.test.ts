import { expect, test } from 'vitest'
import type { NewUtterance, StoredUtterance } from '../../transcripts'
import { mergeEnhanced } from './merge-enhanced'

function said(text: string, startMs: number, endMs: number, speakerId = '1', confidence = 0.9): NewUtterance {
  const words = text.split(' ')
  const each = (endMs - startMs) / words.length
  return {
    id: `${speakerId}-${text}`,
    startMs,
    endMs,
    text,
    words: words.map((word, at) => ({
      text: word,
      startMs: startMs + at * each,
      endMs: startMs + (at + 1) * each,
      confidence,
    })),
    csis: [0],
    speakerIds: [speakerId],
    speakerSegments: [{ speakerId, text }],
    transcriptType: 'final',
    languageCode: 'en-US',
    confidence: 1,
    timesEstimated: false,
  }
}

const present = (utterance: NewUtterance, version = 0): StoredUtterance => ({
  ...utterance,
  meetingId: 'm',
  version,
  originalText: utterance.text,
  editedBy: version > 0 ? 'host' : null,
  editedAt: null,
})

const merge = (before: StoredUtterance[], fresh: NewUtterance[]) => {
  const { removed, added } = mergeEnhanced(before, fresh)
  return {
    removed,
    texts: added.map(({ text, startMs, endMs, speakerSegments }) => ({
      text,
      startMs,
      endMs,
      said: speakerSegments[0]!.text,
    })),
  }
}

test('a word of unknown confidence is as sure as its sentence', () => {
  const again = said('hello there', 10, 1010)
  const words = again.words.map(word => ({ ...word, confidence: undefined }))
  const merged = (confidence: number) =>
    merge([present(said('hullo there', 0, 1000, '1', 0.8))], [{ ...again, words, confidence }]).texts
  expect(merged(0.9)).toMatchObject([{ text: 'hello there' }])
  expect(merged(0.7)).toEqual([])
})

test('both readings are combined: the surer word wins, and what reads the same stays as it is', () => {
  const live = (text: string, startMs: number, sure: number) =>
    present(said(text, startMs, startMs + 1000, '1', sure))
  const before = [live('ask not', 0, 0.8), live('buy a milk', 2000, 0.5), live('so long', 4000, 0.5)]
  const again = [
    said('as not', 10, 1010, '1', 0.6),
    said('by the milk', 2010, 3010, '1', 0.7),
    said('so long', 4010, 5010),
  ]
  const { removed, texts } = merge(before, again)
  expect(removed).toEqual(['1-buy a milk'])
  expect(texts.map(({ text }) => text)).toEqual(['by the milk'])
})

test('what was recognised again replaces what was there, however it is cut', () => {
  const before = [present(said('one two', 0, 1000)), present(said('three', 1200, 2000))]
  const { removed, texts } = merge(before, [said('one two three', 100, 1900)])
  expect(removed).toEqual(['1-one two', '1-three'])
  expect(texts).toEqual([{ text: 'one two three', startMs: 100, endMs: 1900, said: 'one two three' }])
})

test('an edit stays, and the new text has no words of its time; another voice of that time has', () => {
  const before = [present(said('one two', 0, 1000)), present(said('three four', 1000, 2000), 1)]
  const fresh = [said('one two three four five', 20, 2520), said('yes', 1100, 1500, '2')]
  const { removed, texts } = merge(before, fresh)
  expect(removed).toEqual(['1-one two'])
  expect(texts).toEqual([
    { text: 'one two five', startMs: 20, endMs: 2520, said: 'one two five' },
    { text: 'yes', startMs: 1100, endMs: 1500, said: 'yes' },
  ])
})

test('what the recording does not hold stays, as does what was said in another language', () => {
  const french = { ...said('bonjour', 5000, 6000), languageCode: 'fr-FR' }
  const before = [present(said('not recorded', 0, 1000)), present(french)]
  const { removed, texts } = merge(before, [said('good', 900, 1400), said('bone jaw', 5000, 6000)])
  expect(removed).toEqual([])
  expect(texts.map(({ text }) => text)).toEqual(['good'])
})

test('outside English the larger model decides, however sure the live one was', () => {
  const inFrench = (utterance: NewUtterance) => ({ ...utterance, languageCode: 'fr-FR' })
  const before = [present(inFrench(said("l'ainde est la", 0, 1000, '1', 0.95)))]
  const { removed, texts } = merge(before, [inFrench(said("l'aide est là", 10, 1010, '1', 0.6))])
  expect(removed).toEqual(["1-l'ainde est la"])
  expect(texts.map(({ text }) => text)).toEqual(["l'aide est là"])
})

test('once more on its own result changes nothing, also where that was edited', () => {
  const fresh = [said('one two', 0, 1000), said('three', 1200, 2000)]
  const again = merge([present(fresh[0]!), present({ ...fresh[1]!, text: 'tree' }, 1)], fresh)
  expect(again).toEqual({ removed: [], texts: [] })
})

test('a line that was given to another speaker stays, and what was heard in it does not come a second time', () => {
  const given = { ...present(said('buy the milk', 0, 1000, '2'), 1), heardAs: ['1'] }
  const { removed, texts } = merge(
    [given, present(said('so long', 2000, 3000))],
    [said('by the milk', 10, 1010), said('so long then', 2010, 3010)],
  )
  expect(removed).toEqual(['1-so long'])
  expect(texts.map(({ text }) => text)).toEqual(['so long then'])
})
