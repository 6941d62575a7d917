import type { Transcript } from '../model'
import { type SpeakerTurn, speakerTurns } from './speaker-turns'
import type { Speaker } from './speakers'

export interface TalkTime {
  readonly speaker: Speaker
  /** Lines of one speaker at the same time count once. */
  readonly ms: number
  readonly turns: number
}

/** How long each speaker talks and how often, in the order of first appearance. */
export function talkTimes(transcript: Transcript): readonly TalkTime[] {
  const times = new Map<string, { speaker: Speaker; ms: number; turns: number; untilMs: number }>()
  for (const { speaker, parts } of speakerTurns(transcript)) {
    const time = times.get(speaker.key) ?? { speaker, ms: 0, turns: 0, untilMs: 0 }
    times.set(speaker.key, time)
    time.turns += 1
    for (const { startMs, endMs } of parts) {
      time.ms += Math.max(0, endMs - Math.max(startMs, time.untilMs))
      time.untilMs = Math.max(time.untilMs, endMs)
    }
  }
  return Array.from(times.values(), ({ speaker, ms, turns }) => ({ speaker, ms, turns }))
}

/** The first turn of a speaker that begins after the moment. */
export function nextTurn(transcript: Transcript, key: string, afterMs: number): SpeakerTurn | undefined {
  return speakerTurns(transcript).find(({ speaker, startMs }) => speaker.key === key && startMs > afterMs)
}
