import type { DisplayRow, Transcript } from '@livetap/transcript'

/** As list.module.css has them: what a guess needs to be near, until the row itself is measured. */
const LINE_PX = 22
const PADDING_PX = 17
const LEAST_PX = 57
const BESIDE_TEXT_PX = 330
const CHARACTER_PX = 7.1

/** A guess at a row's height. */
export function estimateRowHeight(transcript: Transcript, row: DisplayRow, listWidth: number): number {
  const perLine = Math.max(20, Math.floor((listWidth - BESIDE_TEXT_PX) / CHARACTER_PX))
  const { speakerSegments } = transcript.utterances[row.utterance]!
  const label = speakerSegments.length > 0 ? 12 : 0
  const lines =
    Math.ceil((row.to - row.from + label) / perLine) + Math.max(0, speakerSegments.length - 1) * 0.7
  return Math.max(LEAST_PX, Math.round(lines * LINE_PX + PADDING_PX))
}
