import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renameSpeaker } from '../edit/replace-utterance'
import { buildTranscript } from '../read/build-transcript'
import { arbitraryResults } from '../testing/arbitrary-transcript'
import { assignSpeakerColours } from './speaker-colours'
import { partText, speakerParts, speakerTurns } from './speaker-turns'
import { listSpeakers, speakerLabel } from './speakers'

const dialogue = buildTranscript([
  {
    id: 'a',
    start_millis: 0,
    end_millis: 1000,
    alternatives: [{ transcript: 'are you there? yes I am' }],
    speaker_segments: [
      { speaker_id: 1, transcript: 'are you there?' },
      { speaker_id: 2, transcript: 'yes I am' },
    ],
  },
  {
    id: 'b',
    start_millis: 2000,
    end_millis: 3000,
    alternatives: [{ transcript: 'good' }],
    speaker_segments: [{ speaker_id: '2', transcript: 'good' }],
  },
  { id: 'c', start_millis: 4000, end_millis: 5000, alternatives: [{ transcript: 'hm' }], csis: [7] },
])

test('PAS-09 an utterance is split by its speaker segments, with the times of their words', () => {
  const parts = speakerParts(dialogue, 0)
  expect(parts.map(part => [part.speaker.id, partText(dialogue, part)])).toEqual([
    ['1', 'are you there?'],
    ['2', 'yes I am'],
  ])
  expect(parts[0]!.endMs).toBe(parts[1]!.startMs)
  expect([parts[0]!.startMs, parts[1]!.endMs]).toEqual([0, 1000])
})

test('turns join what one speaker says in a row', () => {
  expect(speakerTurns(dialogue).map(turn => [turn.speaker.key, turn.parts.length, turn.endMs])).toEqual([
    ['speaker:1', 1, speakerParts(dialogue, 0)[0]!.endMs],
    ['speaker:2', 2, 3000],
    ['csi:7', 1, 5000],
  ])
})

test('turns hold every word once, regardless of what the segments say', () => {
  fc.assert(
    fc.property(arbitraryResults, results => {
      const transcript = buildTranscript(results)
      const words = speakerTurns(transcript).flatMap(turn =>
        turn.parts.flatMap(({ firstWord, lastWord }) =>
          Array.from({ length: lastWord - firstWord }, (_, i) => firstWord + i),
        ),
      )
      expect(words).toEqual(Array.from({ length: transcript.words.count }, (_, i) => i))
    }),
  )
})

test('a renamed speaker is renamed everywhere, and can lose the name again', () => {
  const [one] = listSpeakers(dialogue)
  const named = renameSpeaker(dialogue, '1', { name: 'Ada' })
  expect(speakerLabel(named, one!)).toBe('Ada')
  expect(speakerLabel(dialogue, one!)).toBe('Speaker 1')
  expect(speakerLabel(renameSpeaker(named, '1', { name: '' }), one!)).toBe('Speaker 1')
})

test('a speaker keeps its colour as the meeting grows, and colours are shared out evenly', () => {
  const speakers = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      kind: 'speaker' as const,
      id: String(i),
      key: `speaker:${i}`,
    }))
  fc.assert(
    fc.property(fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 8 }), (first, more, palette) => {
      const before = assignSpeakerColours(speakers(first), palette)
      const after = assignSpeakerColours(speakers(first + more), palette, before)
      for (const [key, colour] of before) expect(after.get(key)).toBe(colour)
      const uses = Array.from(
        { length: palette },
        (_, c) => [...after.values()].filter(used => used === c).length,
      )
      expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1)
    }),
  )
})
