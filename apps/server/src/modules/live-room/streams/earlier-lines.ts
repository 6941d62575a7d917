import { msToSamples } from '@livetap/audio'
import type { EarlierLine } from '@livetap/speech'
import type { Storage } from '../../../platform/storage/storage'
import type { SpokenLine } from '../outbox/last-finals'
import type { StreamRecord } from './live-streams.store'
import { readSound, type SoundChunk } from './stored-sound'

/** So much of each voice is enough to know it by, and costs a second or two. */
const OF_EACH_MS = 20_000
/** More people at one microphone are not known again: the first words after a restart would wait for it. */
const MOST_VOICES = 6
/** Shorter lines tell little of a voice. */
const SHORTEST_MS = 1_000

interface SpokenStream {
  record: Pick<StreamRecord, 'anchorMs'>
  chunks: readonly SoundChunk[]
  lines: readonly SpokenLine[]
}

/** What each person at a microphone said last, in the order of time, from the sound that is stored of it. */
export function earlierLines(storage: Storage, streams: readonly SpokenStream[]): EarlierLine[] {
  const all = streams
    .flatMap(({ record, chunks, lines }) => lines.map(line => ({ ...line, record, chunks })))
    .filter(({ startMs, endMs, voice }) => endMs - startMs >= SHORTEST_MS && voice <= MOST_VOICES)
    .sort((a, b) => b.startMs - a.startMs)
  const taken = new Map<number, number>()
  const wanted = all.filter(({ startMs, endMs, voice }) => {
    const before = taken.get(voice) ?? 0
    taken.set(voice, before + endMs - startMs)
    return before < OF_EACH_MS
  })
  return wanted.reverse().map(({ record: { anchorMs }, chunks, startMs, endMs, voice }) => ({
    speaker: String(voice),
    sound: () => readSound(storage, chunks, msToSamples(startMs - anchorMs), msToSamples(endMs - anchorMs)),
  }))
}
