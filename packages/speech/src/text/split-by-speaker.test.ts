import { expect, test } from 'vitest'
import type { RecognitionResult } from '../recognition'
import { splitBySpeaker } from './split-by-speaker'

function said(text: string): RecognitionResult {
  const words = text
    .split(' ')
    .map((word, at) => ({ word: word.replace(/[.,?]$/, ''), startMs: at * 100, endMs: at * 100 + 90 }))
  return {
    segmentId: 's1',
    isFinal: true,
    text,
    startMs: 0,
    endMs: words.length * 100,
    words,
    speakerIds: [],
    languageCode: 'en-US',
  }
}
const turn = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs })

test('ASR-11 a segment of two speakers becomes a line for each, with its words, times and an id of its own', () => {
  const parts = splitBySpeaker(said('Are you there? Yes, I am. Good.'), [
    turn('1', 0, 310),
    turn('2', 310, 590),
    turn('1', 590, 700),
  ])
  expect(parts.map(({ segmentId, text, speakerIds }) => [segmentId, text, ...speakerIds])).toEqual([
    ['s1', 'Are you there?', '1'],
    ['s1.2', 'Yes, I am.', '2'],
    ['s1.3', 'Good.', '1'],
  ])
  expect(parts.map(({ startMs, endMs, words }) => [startMs, endMs, words.length])).toEqual([
    [0, 290, 3],
    [300, 590, 3],
    [600, 700, 1],
  ])
})

test('a word over the change is whose most of it is, and one between two turns the nearer one’s', () => {
  const texts = (turns: ReturnType<typeof turn>[]) =>
    splitBySpeaker(said('one two three four'), turns).map(({ text }) => text)
  expect(texts([turn('1', 0, 130), turn('2', 130, 400)])).toEqual(['one', 'two three four'])
  expect(texts([turn('1', 0, 100), turn('2', 290, 400)])).toEqual(['one two', 'three four'])
})

test('the change is put into the pause beside it, not into a sentence', () => {
  const result = said('not an ill young man ask what you can')
  const words = result.words.map((word, at) =>
    at < 5 ? word : { ...word, startMs: word.startMs + 200, endMs: word.endMs + 200 },
  )
  const texts = splitBySpeaker({ ...result, words }, [turn('1', 0, 300), turn('2', 300, 1200)])
  expect(texts.map(({ text }) => text)).toEqual(['not an ill young man', 'ask what you can'])
})

test('one speaker is one line as it was; without turns no speaker is named', () => {
  const result = said('one two')
  expect(splitBySpeaker(result, [turn('1', 0, 200)])).toEqual([{ ...result, speakerIds: ['1'] }])
  expect(splitBySpeaker(result, [])).toEqual([result])
})

test('where the words are not those of the text, it stays whole and names all speakers', () => {
  const result = { ...said('one two'), text: 'something else' }
  const [only, ...more] = splitBySpeaker(result, [turn('1', 0, 100), turn('2', 100, 200)])
  expect(more).toEqual([])
  expect(only).toMatchObject({ text: 'something else', speakerIds: ['1', '2'] })
})
