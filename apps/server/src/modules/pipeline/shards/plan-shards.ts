import { createHash } from 'node:crypto'
import { SHARD_MAX_LENGTH_MS, SHARD_MIN_LENGTH_MS } from '@livetap/contract'
import type { TimedWord } from '@livetap/transcript'
import type { Sharder } from '../../meetings'
import type { ShardTurn } from '../../trainable'
import type { NewUtterance } from '../../transcripts'
import type { Span, Turn, VoiceTrack } from '../stage-outputs'
import { mainTurns } from '../voices/main-turns'
import { confidenceIn, spokenWords, turnsOf } from './spoken-turns'

export interface PlannedShard {
  id: string
  channel: number | null
  startMs: number
  endMs: number
  speakerIds: string[]
  words: TimedWord[]
  /** Who speaks when in it, as far as it is known. */
  turns: ShardTurn[]
  utterance: NewUtterance
  /** Of the recogniser in these words; absent where it did not say. */
  confidence?: number
}

export interface ShardPlan {
  meetingId: string
  sharder: Sharder
  percent: number
  tracks: readonly VoiceTrack[]
  turns: readonly Turn[]
  utterances: readonly NewUtterance[]
}

/** A longer pause parts two shards. */
const PAUSE_MS = 2_000

interface Piece {
  span: Span
  speakerIds: string[]
}

/** Which parts of a recording become training material: by voice alone, or one speaker a shard. */
export function planShards(plan: ShardPlan): PlannedShard[] {
  return plan.tracks.flatMap(track => {
    const own = plan.utterances.filter(({ csis }) => (csis[0] ?? null) === track.channel)
    const words = own.flatMap(spokenWords)
    const turns = plan.sharder === 'diarized' && track.channel === null ? plan.turns : []
    const pieces = turns.length > 0 ? bySpeaker(mainTurns(turns)) : byVoice(track.spans)
    return pieces
      .flatMap(piece =>
        cutLong(
          piece,
          words.map(({ word }) => word),
        ),
      )
      .flatMap(({ span: [startMs, endMs], speakerIds }) => {
        const inside = words.filter(({ word }) => middle(word) >= startMs && middle(word) < endMs)
        const [first] = inside
        const id = shardId(plan.meetingId, track.channel, startMs, endMs)
        if (!first || !isChosen(id, plan.percent)) return []
        const speakers =
          speakerIds.length > 0 ? speakerIds : unique(inside.flatMap(one => one.utterance.speakerIds))
        return [
          {
            id,
            channel: track.channel,
            startMs,
            endMs,
            speakerIds: speakers,
            words: inside.map(({ word }) => word),
            turns: turnsOf(inside, startMs, endMs),
            utterance: first.utterance,
            confidence: confidenceIn(inside),
          },
        ]
      })
  })
}

/**
 * A number of 0 to 99 that a shard keeps for good: what is drawn comes out the same whenever the stage runs. Each
 * question has its own digits of the id, so that one answer says nothing about the other.
 */
const lot = (id: string, question: 'chosen' | 'evaluation') =>
  Number.parseInt(question === 'chosen' ? id.slice(0, 8) : id.slice(8, 16), 16) % 100

/** Of a hundred chosen shards, so many are kept for evaluation. */
const EVALUATION_PERCENT = 10

const isChosen = (id: string, percent: number) => lot(id, 'chosen') < percent
export const isEvaluation = (id: string) => lot(id, 'evaluation') < EVALUATION_PERCENT

const shardId = (meetingId: string, channel: number | null, startMs: number, endMs: number) =>
  createHash('sha256').update(`${meetingId} ${channel} ${startMs} ${endMs}`).digest('hex').slice(0, 32)

const middle = ({ startMs, endMs }: TimedWord) => (startMs + endMs) / 2
const unique = (values: readonly string[]) => [...new Set(values)]

/** Voiced spans joined until they are long enough. */
function byVoice(spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = []
  for (const [startMs, endMs] of spans) {
    const last = pieces.at(-1)?.span
    const joins =
      last &&
      last[1] - last[0] < SHARD_MIN_LENGTH_MS &&
      startMs - last[1] < PAUSE_MS &&
      endMs - last[0] <= SHARD_MAX_LENGTH_MS
    if (joins) last[1] = Math.round(endMs)
    else pieces.push({ span: [Math.round(startMs), Math.round(endMs)], speakerIds: [] })
  }
  return pieces
}

/** Turns that follow each other without a change of speaker are one. */
function bySpeaker(turns: readonly Turn[]): Piece[] {
  const pieces: Piece[] = []
  for (const [speaker, startMs, endMs] of turns) {
    const last = pieces.at(-1)
    const joins = last?.speakerIds[0] === speaker && startMs - last.span[1] < PAUSE_MS
    if (joins) last.span[1] = Math.max(last.span[1], Math.round(endMs))
    else pieces.push({ span: [Math.round(startMs), Math.round(endMs)], speakerIds: [speaker] })
  }
  return pieces.filter(({ span }) => span[1] > span[0])
}

/** Cut at the widest gap between words of the part that is allowed; without words, at the limit itself. */
function cutLong(piece: Piece, words: readonly TimedWord[]): Piece[] {
  const [startMs, endMs] = piece.span
  if (endMs - startMs <= SHARD_MAX_LENGTH_MS) return [piece]
  const latest = startMs + SHARD_MAX_LENGTH_MS
  let cut = latest
  let widest = -1
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (!next || word.endMs < startMs + SHARD_MIN_LENGTH_MS || word.endMs > latest) continue
    const place = Math.round((word.endMs + next.startMs) / 2)
    if (next.startMs - word.endMs > widest && place < Math.min(latest, endMs)) {
      widest = next.startMs - word.endMs
      cut = place
    }
  }
  return [{ ...piece, span: [startMs, cut] }, ...cutLong({ ...piece, span: [cut, endMs] }, words)]
}
