import { speakersToWire, utteranceToWire } from '../export/transcript-to-wire'
import type { SpeakerName, Transcript, Utterance, WordTable } from '../model'
import { buildTranscript } from '../read/build-transcript'
import { placeUtterance } from '../read/place-utterance'

type Column = Float64Array | Uint32Array

function splice<T extends Column>(whole: T, part: T, from: number, to: number): T {
  const Make = whole.constructor as new (length: number) => T
  const result = new Make(whole.length - (to - from) + part.length)
  result.set(whole.subarray(0, from))
  result.set(part, from)
  result.set(whole.subarray(to), from + part.length)
  return result
}

function withConfidence(table: WordTable): Float64Array {
  return table.confidence ?? new Float64Array(table.count).fill(Number.NaN)
}

/**
 * The transcript with one utterance, as the server answered it, in place of the one with its id. Everything
 * else is copied in columns, so that a correction costs little in a meeting of ten hours. The same transcript
 * when the id is unknown.
 */
export function replaceUtterance(transcript: Transcript, wire: { id: string }): Transcript {
  const position = transcript.utterances.findIndex(({ id }) => id === wire.id)
  const built = buildTranscript([wire])
  const fresh = built.utterances[0]
  const old = transcript.utterances[position]
  if (!old || !fresh) return transcript
  if (fresh.startMs !== old.startMs) return rebuildWith(transcript, position, wire)

  const { words } = transcript
  const from = old.firstWord
  const to = from + old.wordCount
  const sure = words.confidence || built.words.confidence
  const table: WordTable = {
    count: words.count - old.wordCount + fresh.wordCount,
    startMs: splice(words.startMs, built.words.startMs, from, to),
    endMs: splice(words.endMs, built.words.endMs, from, to),
    textFrom: splice(words.textFrom, built.words.textFrom, from, to),
    textTo: splice(words.textTo, built.words.textTo, from, to),
    utterance: splice(words.utterance, built.words.utterance.fill(position), from, to),
    confidence: sure && splice(withConfidence(words), withConfidence(built.words), from, to),
  }
  const shift = fresh.wordCount - old.wordCount
  const utterances = transcript.utterances.map((utterance, i): Utterance => {
    if (i === position) return { ...fresh, firstWord: from }
    if (i < position || shift === 0) return utterance
    return placeUtterance(
      utterance,
      utterance.id,
      utterance.text,
      utterance.firstWord + shift,
      utterance.wordCount,
    )
  })
  return { ...transcript, utterances, words: table }
}

/** A moved utterance changes the order of the rest. */
function rebuildWith(transcript: Transcript, position: number, wire: unknown): Transcript {
  const results = transcript.utterances.map((_, i) =>
    i === position ? wire : utteranceToWire(transcript, i),
  )
  return buildTranscript(results, speakersToWire(transcript))
}

/** The transcript without some lines and with others, as the server answered them; those known already are replaced. */
export function replaceLines(
  transcript: Transcript,
  removed: readonly string[],
  wires: readonly { id: string }[],
): Transcript {
  const gone = new Set([...removed, ...wires.map(({ id }) => id)])
  const left = transcript.utterances.flatMap(({ id }, i) =>
    gone.has(id) ? [] : [utteranceToWire(transcript, i)],
  )
  return buildTranscript([...left, ...wires], speakersToWire(transcript))
}

/** The transcript with a speaker's name set, or taken away by an empty one. */
export function renameSpeaker(transcript: Transcript, speakerId: string, name: SpeakerName): Transcript {
  const speakerNames = new Map(transcript.speakerNames)
  if (name.name === '') speakerNames.delete(speakerId)
  else speakerNames.set(speakerId, name)
  return { ...transcript, speakerNames }
}
