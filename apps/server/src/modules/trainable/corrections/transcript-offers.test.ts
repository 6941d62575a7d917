import { expect, test } from 'vitest'
import { utteranceAt } from '../../../testing/meetings/past-meeting'
import type { StoredUtterance } from '../../transcripts'
import { shardAt } from '../testing/trainable-meeting'
import { wholeText } from './host-corrections'
import { transcriptOffers } from './transcript-offers'

const stored = (...given: Parameters<typeof utteranceAt>): StoredUtterance => ({
  ...utteranceAt(...given),
  meetingId: 'm',
  version: 0,
  originalText: given[1],
  editedBy: null,
  editedAt: null,
})

const at = new Date('2026-03-04T05:06:07.000Z')
const human = (text: string) => ({
  ...{ text, by: 'anna@example.com', at },
  ...{ source: 'trainer' as const, kind: 'edited' as const },
})

/** The words of these utterances as one shard. */
function corrected(utterances: readonly StoredUtterance[], text: string) {
  const words = utterances.flatMap(one => one.words)
  const span = { startOffsetMs: words[0]!.startMs, endOffsetMs: words.at(-1)!.endMs }
  return { ...shardAt(0, 'x', { id: 's' }), ...span, words, human: human(text) }
}

test('a text over two utterances is parted where the second one begins', () => {
  const first = stored(1000, 'we ship friday', { id: 'u1' })
  const second = stored(2000, 'says tom', { id: 'u2' })
  const shard = corrected([first, second], 'We ship on Friday says Tom')
  expect(
    transcriptOffers([first, second], [shard]).map(({ utterance_id, offered }) => [utterance_id, offered]),
  ).toEqual([
    ['u1', 'We ship on Friday'],
    ['u2', 'says Tom'],
  ])
})

test('nothing is offered where the host wrote later, or reads the same', () => {
  const same = stored(1000, 'we ship', { id: 'u1' })
  expect(transcriptOffers([same], [corrected([same], 'we ship')])).toEqual([])
  const later = { ...same, editedAt: new Date(at.getTime() + 1) }
  expect(transcriptOffers([later], [corrected([same], 'We ship.')])).toEqual([])
})

test('another person on the same csi is another voice', () => {
  const mine = stored(1000, 'hello', { id: 'mine' })
  const theirs = stored(1000, 'good morning', { id: 'theirs', speakerIds: ['2'] })
  const shard = corrected([mine], 'Hello')
  expect(wholeText(shard, 'mine', [mine, theirs])).toBe('hello')
  expect(wholeText(shard, 'theirs', [mine, theirs])).toBeUndefined()
  expect(transcriptOffers([mine, theirs], [shard]).map(({ utterance_id }) => utterance_id)).toEqual(['mine'])
})
