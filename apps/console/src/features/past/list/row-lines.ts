import { type DisplayRow, type Speaker, speakerParts, type Transcript } from '@livetap/transcript'

/** One speaker's line of a row: characters [from, to) of the utterance's text. */
interface RowLine {
  readonly from: number
  readonly to: number
  /** Absent without diarization, and on a line that continues the one above. */
  readonly speaker: Speaker | undefined
}

/** A row's text by speaker, or what one of them says of it. Segments are the utterance's own words in turn, so the lines join to its whole text. */
export function rowLines(transcript: Transcript, row: DisplayRow, only?: string): RowLine[] {
  const utterance = transcript.utterances[row.utterance]!
  if (utterance.speakerSegments.length === 0) return [{ from: row.from, to: row.to, speaker: undefined }]
  const parts = speakerParts(transcript, row.utterance)
  const { textFrom } = transcript.words
  const begins = parts.map((part, i) => (i === 0 ? 0 : (textFrom[part.firstWord] ?? utterance.text.length)))
  const lines: RowLine[] = []
  parts.forEach((part, i) => {
    if (only !== undefined && part.speaker.key !== only) return
    const begin = begins[i]!
    const from = Math.max(begin, row.from)
    const to = Math.min(begins[i + 1] ?? utterance.text.length, row.to)
    if (from < to || (parts.length === 1 && row.part === 0))
      lines.push({ from, to, speaker: begin >= row.from ? part.speaker : undefined })
  })
  return lines
}
