import type { DisplayRow, Transcript } from '@livetap/transcript'

/** As list.module.css has them: what a guess needs to be near, until the row itself is measured. */
const LINE_PX = 22
const PADDING_PX = 17
const MIN_PX = 41
const CHARACTER_PX = 7.1
/** Times, badges and gaps beside the text, and the text's greatest width. */
const BESIDE_TEXT_PX = 425
const MAX_TEXT_PX = 579
/** A list narrower than this has the time above the text. */
const STACKED_BELOW_PX = 700
const STACKED_HEAD_PX = 24
const BESIDE_STACKED_PX = 33

/** A guess at a row's height. */
export function estimateRowHeight(transcript: Transcript, row: DisplayRow, listWidth: number): number {
  const isStacked = listWidth < STACKED_BELOW_PX
  const textPx = isStacked ? listWidth - BESIDE_STACKED_PX : Math.min(MAX_TEXT_PX, listWidth - BESIDE_TEXT_PX)
  const perLine = Math.max(20, Math.floor(textPx / CHARACTER_PX))
  const { speakerSegments } = transcript.utterances[row.utterance]!
  const label = speakerSegments.length > 0 ? 12 : 0
  const lines =
    Math.ceil((row.to - row.from + label) / perLine) + Math.max(0, speakerSegments.length - 1) * 0.7
  const headPx = isStacked ? STACKED_HEAD_PX : 0
  return Math.max(MIN_PX, Math.round(lines * LINE_PX + PADDING_PX + headPx))
}
