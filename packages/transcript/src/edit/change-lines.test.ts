import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { mergeLines } from './merge-lines'
import { replaceLines } from './replace-utterance'
import { splitLine } from './split-line'

const line = (text: string, segments: [string, string][] = [], startMs = 0) => {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    startMs: startMs + at * 100,
    endMs: startMs + at * 100 + 80,
  }))
  return {
    text,
    words,
    speakerSegments: segments.map(([speakerId, said]) => ({ speakerId, text: said })),
    startMs,
    endMs: startMs + words.length * 100,
  }
}
const textsOf = (parts: readonly { text: string }[] | undefined) => parts?.map(({ text }) => text)

test('a line is cut before the word at the place, with its times, and each speaker keeps what they said', () => {
  const whole = line('good morning hello to you', [
    ['A', 'good morning'],
    ['B', 'hello to you'],
  ])
  const [first, second] = splitLine(whole, 'good morning'.length)!
  expect(first).toMatchObject({ text: 'good morning', startMs: 0, endMs: 180 })
  expect(second).toMatchObject({ text: 'hello to you', startMs: 200, endMs: 500 })
  expect(first.words).toHaveLength(2)
  expect(first.speakerSegments).toEqual([{ speakerId: 'A', text: 'good morning' }])
  expect(second.speakerSegments).toEqual([{ speakerId: 'B', text: 'hello to you' }])
  const [, later] = splitLine(whole, 'good morning hello '.length)!
  expect(later.speakerSegments).toEqual([{ speakerId: 'B', text: 'to you' }])
})

test.each([
  ['inside a word, the word goes to the second line', 'we meet again', 5, ['we', 'meet again']],
  ['inside the first word, it stays on the first', 'again we meet', 2, ['again', 'we meet']],
  ['at the very end there is nothing to cut', 'we meet', 7, undefined],
])('%s', (_, text, at, texts) => {
  expect(textsOf(splitLine(line(text), at))).toEqual(texts)
})

test('a line without words is cut at a blank, and its time by the length of its texts', () => {
  const [first, second] = splitLine({ ...line('aaaa bbbb'), words: [] }, 4)!
  expect([first.text, second.text]).toEqual(['aaaa', 'bbbb'])
  expect(second.startMs).toBeGreaterThan(90)
  expect(first.endMs).toBe(second.startMs)
})

test('a line of thousands of speaker changes is split at little more than the cost of one of a single speaker', () => {
  const turns = Array.from({ length: 8_000 }, (_, at): [string, string] => [`S${at % 2}`, 'so it'])
  const text = turns.map(([, said]) => said).join(' ')
  const costOf = (segments: [string, string][]) => {
    const whole = line(text, segments)
    const costs = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage()
      splitLine(whole, text.length / 2)
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.min(...costs)
  }
  expect(costOf(turns) / Math.max(1_000, costOf([['A', text]]))).toBeLessThan(50)
})

test('splitting and merging give the line back', () => {
  const whole = line('good morning hello to you', [
    ['A', 'good morning'],
    ['B', 'hello to you'],
  ])
  for (const at of [5, 13, 19]) {
    const [first, second] = splitLine(whole, at)!
    expect(mergeLines(first, second)).toEqual(whole)
  }
})

test('lines of scripts without blanks are joined without one', () => {
  expect(mergeLines(line('你好'), line('世界')).text).toBe('你好世界')
  expect(mergeLines(line('hello'), line('world')).text).toBe('hello world')
})

test('a transcript takes the new lines in the order of time and loses those that are gone', () => {
  const wire = (id: string, startMs: number, text: string) => ({
    id,
    start_millis: startMs,
    end_millis: startMs + 50,
    alternatives: [{ transcript: text }],
  })
  const transcript = buildTranscript([wire('a', 0, 'one two'), wire('b', 100, 'three')])
  const split = replaceLines(transcript, [], [wire('a', 0, 'one'), wire('a~2', 50, 'two')])
  expect(split.utterances.map(({ id, text }) => `${id} ${text}`)).toEqual(['a one', 'a~2 two', 'b three'])
  const merged = replaceLines(split, ['a~2'], [wire('a', 0, 'one two')])
  expect(textsOf(merged.utterances)).toEqual(['one two', 'three'])
})
