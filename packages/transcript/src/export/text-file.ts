import { shortClockText } from '../cues/clock'
import type { Transcript } from '../model'
import { paragraphsOf } from './paragraphs'

/** Plain text: a paragraph a turn, with its time and speaker above it. */
export function exportTxt(transcript: Transcript): string {
  return paragraphsOf(transcript)
    .map(({ startMs, label, text }) => `[${shortClockText(startMs)}]${label && ` ${label}`}\n${text}\n`)
    .join('\n')
}
