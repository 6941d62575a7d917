import type { SpeakerName, Transcript, Utterance, WordTable } from '../model'
import { compareByStart } from './order'
import { placeUtterance } from './place-utterance'
import { fieldsOf, idOf, listOf, textOf } from './read-fields'
import { type ReadUtterance, readUtterance } from './read-utterance'
import { uniqueIds } from './unique-ids'

function assemble(read: readonly ReadUtterance[], speakerNames: Transcript['speakerNames']): Transcript {
  const ids = uniqueIds(read)
  const ordered = read
    .map((item, i) => ({ item, id: ids[i]!, startMs: item.rest.startMs }))
    .sort(compareByStart)
  const count = read.reduce((sum, { placed }) => sum + placed.from.length, 0)
  const sure = read.some(({ placed }) => placed.confidence)
  const words: WordTable = {
    count,
    startMs: new Float64Array(count),
    endMs: new Float64Array(count),
    textFrom: new Uint32Array(count),
    textTo: new Uint32Array(count),
    utterance: new Uint32Array(count),
    confidence: sure ? new Float64Array(count).fill(Number.NaN) : undefined,
  }
  let firstWord = 0
  const utterances = ordered.map(({ item: { placed, rest }, id }, position): Utterance => {
    const wordCount = placed.from.length
    // Plain loops: `set` from an array costs several times as much for a handful of words.
    for (let i = 0, at = firstWord; i < wordCount; i++, at++) {
      words.startMs[at] = placed.startMs[i]!
      words.endMs[at] = placed.endMs[i]!
      words.textFrom[at] = placed.from[i]!
      words.textTo[at] = placed.to[i]!
      words.utterance[at] = position
      if (placed.confidence) words.confidence![at] = placed.confidence[i]!
    }
    const utterance = placeUtterance(rest, id, placed.text, firstWord, wordCount)
    firstWord += wordCount
    return utterance
  })
  return { utterances, words, speakerNames }
}

function readSpeakerNames(value: unknown): Map<string, SpeakerName> {
  const names = new Map<string, SpeakerName>()
  for (const item of listOf(value)) {
    const fields = fieldsOf(item)
    const id = idOf(fields?.speaker_id)
    const name = textOf(fields?.name)
    if (id === undefined || name === '') continue
    const renamedBy = textOf(fields?.renamed_by) || undefined
    names.set(id, { name, renamedBy, renamedAt: textOf(fields?.renamed_at) || undefined })
  }
  return names
}

/** Reads a transcript that comes in parts, so that no part holds up the page; `build` gives what is there so far. */
export interface TranscriptBuilder {
  add(results: readonly unknown[]): void
  build(speakers?: unknown): Transcript
}

export function createTranscriptBuilder(): TranscriptBuilder {
  const read: ReadUtterance[] = []
  return {
    add(results) {
      for (const value of results) {
        const utterance = readUtterance(value)
        if (utterance) read.push(utterance)
      }
    },
    build: speakers => assemble(read, readSpeakerNames(speakers)),
  }
}

/**
 * The model of a transcript answer or file. Never throws: what cannot be read is left out; overlaps, equal
 * starts, missing or zero-length words and ends before starts are put right.
 */
export function buildTranscript(results: readonly unknown[], speakers?: unknown): Transcript {
  const builder = createTranscriptBuilder()
  builder.add(results)
  return builder.build(speakers)
}
