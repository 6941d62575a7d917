import { timeText } from '../cues/clock'
import { partText, speakerTurns } from '../cues/speaker-turns'
import { type Speaker, speakerLabel } from '../cues/speakers'
import { textDirection } from '../cues/text-direction'
import type { TimeRange, Transcript } from '../model'

/** A turn as a document shows it. */
export interface Paragraph extends TimeRange {
  readonly speaker: Speaker
  /** Empty when the speaker is unknown. */
  readonly label: string
  readonly timeText: string
  readonly text: string
  readonly direction: 'ltr' | 'rtl'
}

/** Long turns are broken here, at an utterance's end, so that the times stay useful. */
const MAX_PARAGRAPH_MS = 60_000

/** What TXT and DOCX print, turn by turn; parts without text are left out. */
export function paragraphsOf(transcript: Transcript): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const turn of speakerTurns(transcript)) {
    const label = speakerLabel(transcript, turn.speaker)
    let texts: string[] = []
    let startMs = 0
    let endMs = 0
    const flush = () => {
      if (texts.length === 0) return
      const text = texts.join(' ')
      const times = timeText({ startMs, endMs })
      const direction = textDirection(text)
      paragraphs.push({ speaker: turn.speaker, label, timeText: times, text, direction, startMs, endMs })
      texts = []
    }
    for (const part of turn.parts) {
      const text = oneLine(partText(transcript, part))
      if (text === '') continue
      if (texts.length > 0 && part.endMs - startMs > MAX_PARAGRAPH_MS) flush()
      if (texts.length === 0) ({ startMs, endMs } = part)
      endMs = Math.max(endMs, part.endMs)
      texts.push(text)
    }
    flush()
  }
  return paragraphs
}

/** White space of every kind as single blanks: a line break inside a text would end a cue or a record. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
