import type { RecognizedWord } from '@livetap/speech'
import type { SpeakerText, TimedWord } from '@livetap/transcript'
import type { NewUtterance } from '../../transcripts'
import type { Turn } from '../stage-outputs'
import { mainTurns } from '../voices/main-turns'
import type { RecognizedSegment } from './recognized-segments'

/** A word this near to a turn still belongs to it. */
const NEAR_MS = 700

export interface Voices {
  turns: readonly Turn[]
  separateChannels: readonly number[]
  durationMs: number
}

/** The transcript of a run: words with rising times, each with who said it. */
export function buildUtterances(segments: readonly RecognizedSegment[], voices: Voices): NewUtterance[] {
  const turns = mainTurns(voices.turns)
  return segments.map(({ id, channel, result, enhanced }) => {
    const words = risingWords(result.words, voices.durationMs)
    const segments =
      channel === null
        ? speakersOf(words, turns)
        : oneSpeaker(words, String(voices.separateChannels.indexOf(channel) + 1))
    const startMs = words[0]?.startMs ?? Math.min(result.startMs, voices.durationMs)
    return {
      id,
      startMs,
      endMs: Math.max(startMs, words.at(-1)?.endMs ?? Math.min(result.endMs, voices.durationMs)),
      text: result.text,
      words,
      csis: channel === null ? [] : [channel],
      speakerIds: [...new Set(segments.map(({ speakerId }) => speakerId))],
      speakerSegments: segments,
      transcriptType: enhanced ? 'enhanced' : 'final',
      languageCode: result.languageCode,
      confidence: result.confidence ?? null,
      timesEstimated: result.timesEstimated ?? false,
    }
  })
}

/** No word starts before the one before it or ends before it starts, and none lies outside the recording. */
export function risingWords(words: readonly RecognizedWord[], durationMs: number): TimedWord[] {
  let earliest = 0
  return words.map(({ word, startMs, endMs, confidence }) => {
    const start = Math.min(Math.max(Math.round(startMs), earliest), Math.floor(durationMs))
    const end = Math.min(Math.max(Math.round(endMs), start), Math.floor(durationMs))
    earliest = start
    return { text: word, startMs: start, endMs: end, confidence }
  })
}

const oneSpeaker = (words: readonly TimedWord[], speakerId: string): SpeakerText[] =>
  words.length > 0 ? [{ speakerId, text: words.map(({ text }) => text).join(' ') }] : []

/** Who says which of the words, by the turns of one voice at a time. */
export function speakersOf(words: readonly TimedWord[], turns: readonly Turn[]): SpeakerText[] {
  const segments: { speakerId: string; text: string }[] = []
  let before: string | undefined
  for (const word of words) {
    const speakerId = speakerAt((word.startMs + word.endMs) / 2, turns) ?? before
    if (speakerId === undefined) continue
    const last = segments.at(-1)
    if (last?.speakerId === speakerId) last.text += ` ${word.text}`
    else segments.push({ speakerId, text: word.text })
    before = speakerId
  }
  return segments
}

/** Who speaks at a moment: of the turns that cover it, or lie near it, the nearest. */
function speakerAt(ms: number, turns: readonly Turn[]): string | undefined {
  let best: string | undefined
  let least = NEAR_MS
  for (let at = firstEndingAfter(turns, ms - NEAR_MS); at < turns.length; at++) {
    const [speaker, startMs, endMs] = turns[at]!
    if (startMs > ms + NEAR_MS) break
    const distance = Math.max(0, startMs - ms, ms - endMs)
    if (distance < least || (distance === 0 && best === undefined)) {
      best = speaker
      least = distance
    }
  }
  return best
}

/** Turns are in the order of their start and hardly overlap: a look back over a few finds the first of interest. */
function firstEndingAfter(turns: readonly Turn[], ms: number): number {
  let low = 0
  let high = turns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (turns[middle]![1] < ms) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 8)
}
