import { csisText, timeText } from '../cues/clock'
import { speakerLabel, speakersOf } from '../cues/speakers'
import type { Transcript } from '../model'

const HEADINGS = [
  'id',
  'start_millis',
  'end_millis',
  'time',
  'speaker',
  'csis',
  'transcript_type',
  'language_code',
  'edited',
  'text',
]

/** Spreadsheets run cells that begin like a formula: an apostrophe makes them text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** A row an utterance, as RFC 4180 has it. With `bom`, spreadsheets read it as Unicode. */
export function exportCsv(transcript: Transcript, options: { bom?: boolean } = {}): string {
  const rows = transcript.utterances.map(utterance =>
    [
      utterance.id,
      String(utterance.startMs),
      String(utterance.endMs),
      timeText(utterance),
      speakersOf(utterance)
        .map(speaker => speakerLabel(transcript, speaker))
        .join(', '),
      csisText(utterance.csis),
      utterance.transcriptType,
      utterance.languageCode,
      String(utterance.edited),
      utterance.text,
    ]
      .map(cell)
      .join(','),
  )
  return `${options.bom ? '\ufeff' : ''}${[HEADINGS.join(','), ...rows].join('\r\n')}\r\n`
}
