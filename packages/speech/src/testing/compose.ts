import { readdirSync } from 'node:fs'
import { pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { loudPart } from '../audio/pcm'
import type { SpeakerTurn } from '../diarization/diarizer'
import { ownRecording } from './own-recordings'
import { loadRecording, type Reader, readerFolder, readSound, seeded, sharedAudio } from './recordings'
import { decodeRecording, type StampReader, stampRecordings } from './stamp-readers'

/** Without its quiet edges, at the same loudness as every other. */
export function trimmedSpeech(pcm: Int16Array, floorDb = 35, margin = 0): Int16Array {
  const samples = pcmToFloat(pcm)
  const { from, to } = loudPart(samples, floorDb, margin)
  let power = 0
  for (let i = from; i < to; i++) power += samples[i]! * samples[i]!
  const gain = 0.08 / (Math.sqrt(power / Math.max(1, to - from)) || 1)
  return pcm.slice(from, to).map(value => Math.max(-32_768, Math.min(32_767, Math.round(value * gain))))
}

/** Joins pieces with silence between; the true places come along. */
export function join(pieces: readonly Int16Array[], gapMs: (index: number) => number) {
  const spans: { startMs: number; endMs: number }[] = []
  let at = gapMs(-1) * SAMPLES_PER_MS
  pieces.forEach((piece, index) => {
    spans.push({ startMs: at / SAMPLES_PER_MS, endMs: (at + piece.length) / SAMPLES_PER_MS })
    at += piece.length + gapMs(index) * SAMPLES_PER_MS
  })
  const pcm = new Int16Array(at)
  pieces.forEach((piece, index) => {
    pcm.set(piece, Math.round(spans[index]!.startMs * SAMPLES_PER_MS))
  })
  return { pcm, spans }
}

/** Speech of one reader of the Debian packages, in sentences. */
export function sentencesOf(reader: Reader, count: number, next: () => number): Int16Array[] {
  const folder = readerFolder(reader)
  if (!folder) return []
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.wav'))
    .sort()
  const found: Int16Array[] = []
  while (found.length < count) {
    const name = names[Math.floor(next() * names.length)]!
    const speech = trimmedSpeech(readSound(folder, name.slice(0, -4)))
    if (speech.length > 1.2 * SAMPLE_RATE_HZ && speech.length < 12 * SAMPLE_RATE_HZ) found.push(speech)
  }
  return found
}

/** A few of their short recordings, said one after the other. */
export function stampTurns(reader: StampReader, count: number, next: () => number): Int16Array[] {
  const left = stampRecordings(reader)
  return Array.from({ length: count }, () => {
    const said: Int16Array[] = []
    while (left.length > 0 && said.reduce((sum, { length }) => sum + length, 0) < 3 * SAMPLE_RATE_HZ) {
      const [file] = left.splice(Math.floor(next() * left.length), 1)
      said.push(trimmedSpeech(decodeRecording(file!)))
    }
    return join(said, index => (index < 0 || index === said.length - 1 ? 0 : 250)).pcm
  })
}

export type Voice = Reader | StampReader | { recording: string }

const isStampReader = (voice: Voice): voice is StampReader =>
  typeof voice === 'string' && voice.startsWith('stamps-')

/** Whether what the voice said is on this machine. */
export function isThere(voice: Voice): boolean {
  if (isStampReader(voice)) return stampRecordings(voice).length > 0
  if (typeof voice === 'string') return readerFolder(voice) !== undefined
  return ownRecording(voice.recording) !== undefined || sharedAudio() !== undefined
}

/** A conversation of readers who never met, with the true turns. */
export function composeConversation(
  voices: readonly Voice[],
  turns: number,
  seed: number,
): { pcm: Int16Array; turns: SpeakerTurn[] } {
  const next = seeded(seed)
  const order: number[] = []
  for (let i = 0; i < turns; i++) {
    let voice = Math.floor(next() * voices.length)
    if (voice === order.at(-1) && next() < 0.8) voice = (voice + 1) % voices.length
    order.push(i < voices.length ? i : voice)
  }
  const stock = voices.map((voice, index) => {
    const wanted = order.filter(used => used === index).length
    if (isStampReader(voice)) return stampTurns(voice, wanted, next)
    if (typeof voice === 'string') return sentencesOf(voice, wanted, next)
    const whole = trimmedSpeech(loadRecording(voice.recording))
    const size = 5 * SAMPLE_RATE_HZ
    return Array.from({ length: wanted }, (_, i) => {
      const start = (i * size) % Math.max(1, whole.length - size)
      return whole.slice(start, start + size)
    })
  })
  const used = voices.map(() => 0)
  const pieces = order.map(voice => stock[voice]![used[voice]!++]!)
  const { pcm, spans } = join(pieces, () => 250 + Math.round(next() * 500))
  return { pcm, turns: spans.map((span, i) => ({ speaker: String(order[i]), ...span })) }
}
