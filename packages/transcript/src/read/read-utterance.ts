import type { TranscriptAlternative } from '@livetap/contract'
import type { SpeakerText, Utterance } from '../model'
import type { PlacedWords } from './placed-words'
import {
  endOf,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  numberOf,
  numbersOf,
  startOf,
  textOf,
} from './read-fields'
import { readTimedWords, readWords } from './read-words'

/** An utterance before it has its place in the whole. */
export interface ReadUtterance {
  readonly id: string | undefined
  readonly placed: PlacedWords
  readonly rest: Omit<Utterance, 'id' | 'text' | 'firstWord' | 'wordCount'>
}

const NONE: readonly never[] = []

function readSegments(value: unknown): readonly SpeakerText[] {
  const list = listOf(value)
  if (list.length === 0) return NONE
  const segments: SpeakerText[] = []
  for (const item of list) {
    const fields = fieldsOf(item)
    const speakerId = idOf(fields?.speaker_id)
    if (speakerId !== undefined) segments.push({ speakerId, text: textOf(fields?.transcript) })
  }
  return segments
}

function readOtherAlternatives(list: readonly unknown[]): readonly TranscriptAlternative[] {
  if (list.length < 2) return NONE
  return list.slice(1).flatMap(item => {
    const fields = fieldsOf(item)
    if (!fields) return []
    const words = readTimedWords(listOf(fields.words)).map(({ text, startMs, endMs, confidence }) => ({
      word: text,
      start_millis: startMs,
      end_millis: endMs,
      confidence,
    }))
    return [{ transcript: textOf(fields.transcript), words: words.length > 0 ? words : undefined }]
  })
}

function isSpoken(word: unknown): boolean {
  return textOf(fieldsOf(word)?.word).trim() !== ''
}

/** The first alternative's text, else the utterance's own, else its words', else its segments'. */
function readText(
  fields: Fields,
  first: Fields | undefined,
  words: readonly unknown[],
  segments: readonly SpeakerText[],
): string {
  for (const text of [textOf(first?.transcript), textOf(fields.transcript)])
    if (text.trim() !== '') return text
  return words.some(isSpoken) ? '' : segments.map(part => part.text).join(' ')
}

/** Reads what resembles an utterance; undefined when it has neither text nor words nor a time. */
export function readUtterance(value: unknown): ReadUtterance | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  const alternatives = listOf(fields.alternatives)
  const first = fieldsOf(alternatives[0])
  const segments = readSegments(fields.speaker_segments)
  const words = listOf(first?.words ?? fields.words)
  const text = readText(fields, first, words, segments)
  const givenStart = startOf(fields)
  const read = readWords(text, words, { startMs: givenStart, endMs: endOf(fields) })
  if (givenStart === undefined && read.placed.text === '') return undefined
  return {
    id: idOf(fields.id),
    placed: read.placed,
    rest: {
      startMs: read.startMs,
      endMs: read.endMs,
      csis: numbersOf(fields.csis),
      speakerSegments: segments,
      transcriptType: textOf(fields.transcript_type),
      languageCode: textOf(fields.language_code),
      version: numberOf(fields.version) ?? 0,
      edited: fields.edited === true,
      timesEstimated: fields.times_estimated === true || read.estimated,
      otherAlternatives: readOtherAlternatives(alternatives),
    },
  }
}
