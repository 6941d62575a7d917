import { type AsrResult, durationToMillis } from '@livetap/contract'

export interface AsrWord {
  readonly word: string
  readonly startMs: number
  readonly endMs: number
  readonly confidence?: number
}

/** One segment as the screen shows it. */
export interface AsrLine {
  readonly id: string
  readonly text: string
  readonly startMs: number
  readonly endMs: number
  readonly words: readonly AsrWord[]
  readonly csis: readonly number[]
  readonly languageCode: string
  readonly confidence?: number
}

export interface AsrTranscript {
  readonly lines: readonly AsrLine[]
  readonly interim: AsrLine | undefined
}

export const emptyAsrTranscript: AsrTranscript = { lines: [], interim: undefined }

/**
 * Takes the next result. A final is added once and clears the interim text; an interim of a segment that is final
 * already changes nothing, and then the same object comes back.
 */
export function applyResult(
  transcript: AsrTranscript,
  result: AsrResult,
  positionMs: number,
  /** Where the stream's clock begins on the transcript's: behind the lines of an earlier stream. */
  baseMs = 0,
  /** What was said before it is final by an earlier connection. */
  settledMs = 0,
): AsrTranscript {
  const { lines } = transcript
  const unsettled = withoutSettled(result, settledMs)
  if (!unsettled) return result.is_final ? { lines, interim: undefined } : transcript
  const line = toLine(unsettled, positionMs, lines.length, baseMs)
  if (lines.some(known => known.id === line.id)) return transcript
  if (!result.is_final) return { lines, interim: line.text === '' ? undefined : line }
  if (line.text === '') return { lines, interim: undefined }
  return { lines: insert(lines, line), interim: undefined }
}

/**
 * A stream that waited on one server while another went on with its sound still says what it had begun: those words are
 * held already. Undefined where nothing is left.
 */
function withoutSettled(result: AsrResult, settledMs: number): AsrResult | undefined {
  const best = result.alternatives[0]!
  const isSettled = ({ start_time, end_time }: (typeof best.words)[number]) =>
    durationToMillis(start_time) + durationToMillis(end_time) < 2 * settledMs
  const first = best.words.findIndex(word => !isSettled(word))
  if (best.words.length === 0 || first === 0) return result
  if (first === -1) return undefined
  const words = best.words.slice(first)
  const tokens = best.transcript.split(/\s+/).filter(Boolean)
  // The transcript has the punctuation that the words may lack.
  const left = tokens.length === best.words.length ? tokens.slice(first) : words.map(({ word }) => word)
  return { ...result, alternatives: [{ ...best, words, transcript: left.join(' ') }] }
}

/** Finals come in order but for rare cases: the search starts at the end. */
function insert(lines: readonly AsrLine[], line: AsrLine): readonly AsrLine[] {
  let at = lines.length
  while (at > 0 && lines[at - 1]!.startMs > line.startMs) at -= 1
  return [...lines.slice(0, at), line, ...lines.slice(at)]
}

function toLine(result: AsrResult, positionMs: number, count: number, baseMs: number): AsrLine {
  const best = result.alternatives[0]!
  const words = best.words.map(({ word, start_time, end_time, confidence }) => ({
    word,
    startMs: baseMs + durationToMillis(start_time),
    endMs: baseMs + durationToMillis(end_time),
    confidence,
  }))
  const startMs = words[0]?.startMs ?? baseMs + positionMs
  return {
    // A gateway that names no segments sends each final once: its place in the list is name enough.
    id: result.segment_id ?? `unnamed-${count}-${startMs}`,
    text: best.transcript.trim(),
    startMs,
    endMs: words.at(-1)?.endMs ?? Math.max(startMs, baseMs + positionMs),
    words,
    csis: result.speaker_ids,
    languageCode: result.language_code,
    confidence: best.confidence,
  }
}
