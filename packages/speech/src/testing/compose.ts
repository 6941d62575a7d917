import { readdirSync } from 'node:fs'
import { loudPart, toFloat } from '../audio/pcm'
import type { SpeakerTurn } from '../diarization/diarizer'
import { loadRecording, type Reader, readerFolder, readSound, seeded } from './recordings'

/** Without its quiet edges, at the same loudness as every other. */
export function trimmedSpeech(pcm: Int16Array, floorDb = 35, margin = 0): Int16Array {
  const samples = toFloat(pcm)
  const { from, to } = loudPart(samples, floorDb, margin)
  let power = 0
  for (let i = from; i < to; i++) power += samples[i]! * samples[i]!
  const gain = 0.08 / (Math.sqrt(power / Math.max(1, to - from)) || 1)
  return pcm.slice(from, to).map(value => Math.max(-32_768, Math.min(32_767, Math.round(value * gain))))
}

/** Joins pieces with silence between; the true places come along. */
export function join(pieces: readonly Int16Array[], gapMs: (index: number) => number) {
  const spans: { startMs: number; endMs: number }[] = []
  let at = gapMs(-1) * 16
  pieces.forEach((piece, index) => {
    spans.push({ startMs: at / 16, endMs: (at + piece.length) / 16 })
    at += piece.length + gapMs(index) * 16
  })
  const pcm = new Int16Array(at)
  pieces.forEach((piece, index) => {
    pcm.set(piece, Math.round(spans[index]!.startMs * 16))
  })
  return { pcm, spans }
}

/** Speech of one reader of the Debian packages, in sentences. */
function sentencesOf(reader: Reader, count: number, next: () => number): Int16Array[] {
  const folder = readerFolder(reader)
  if (!folder) return []
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.wav'))
    .sort()
  const found: Int16Array[] = []
  while (found.length < count) {
    const name = names[Math.floor(next() * names.length)]!
    const speech = trimmedSpeech(readSound(folder, name.slice(0, -4)))
    if (speech.length > 1.2 * 16_000 && speech.length < 12 * 16_000) found.push(speech)
  }
  return found
}

export type Voice = Reader | { recording: string }

/**
 * The settings of diarization may be chosen by these voices (and by the two shared clips), and by no others: what is
 * measured on the rest is what a stranger gets.
 */
export const developmentVoices: readonly Voice[] = ['en', 'it', { recording: 'lecture-60s' }]
export const heldOutVoices: readonly Voice[] = [
  'fr',
  'ru',
  { recording: 'austen-0870' },
  { recording: 'jfk' },
]

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
    if (typeof voice === 'string') return sentencesOf(voice, wanted, next)
    const whole = trimmedSpeech(loadRecording(voice.recording))
    const size = 5 * 16_000
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
