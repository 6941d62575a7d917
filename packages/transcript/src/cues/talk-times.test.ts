import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { nextTurn, talkTimes } from './talk-times'

const line = (start_millis: number, end_millis: number, ...segments: [speaker: string, text: string][]) => {
  const text = segments.map(([, said]) => said).join(' ')
  const said = text.split(' ')
  const step = (end_millis - start_millis) / said.length
  const words = said.map((word, at) => ({
    word,
    start_millis: start_millis + at * step,
    end_millis: start_millis + (at + 1) * step,
  }))
  return {
    id: `${start_millis}-${end_millis}`,
    start_millis,
    end_millis,
    alternatives: [{ transcript: text, words }],
    csis: [7],
    speaker_segments: segments.map(([speaker_id, transcript]) => ({ speaker_id, transcript })),
  }
}

const transcript = buildTranscript([
  line(0, 1000, ['1', 'one two']),
  line(500, 1500, ['1', 'three four']),
  line(2000, 4000, ['2', 'five'], ['1', 'six']),
  line(5000, 6000, ['2', 'seven']),
  { id: 'c', start_millis: 7000, end_millis: 7400, alternatives: [{ transcript: 'eight' }], csis: [7] },
])

test('talk time counts what one speaker says at once only once, and parts of a shared line each for their own', () => {
  expect(talkTimes(transcript).map(({ speaker, ms, turns }) => [speaker.key, ms, turns])).toEqual([
    ['speaker:1', 2500, 2],
    ['speaker:2', 2000, 2],
    ['csi:7', 400, 1],
  ])
  expect(talkTimes(buildTranscript([]))).toEqual([])
})

test('the next turn of a speaker begins after the moment, inside a shared line too', () => {
  expect(nextTurn(transcript, 'speaker:1', 0)?.startMs).toBe(3000)
  expect(nextTurn(transcript, 'speaker:2', 2000)?.startMs).toBe(5000)
  expect(nextTurn(transcript, 'speaker:2', 5000)).toBeUndefined()
})
