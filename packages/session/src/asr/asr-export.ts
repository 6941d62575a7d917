import type { TranscriptImport } from '@livetap/contract'
import { buildTranscript, exportJson, exportSrt, exportTxt, exportVtt } from '@livetap/transcript'
import type { AsrLine } from './asr-transcript'

export const asrExportForms = ['txt', 'srt', 'vtt', 'json'] as const
export type AsrExportForm = (typeof asrExportForms)[number]

const writers = { txt: exportTxt, srt: exportSrt, vtt: exportVtt, json: exportJson }

/** The finals as a file of the given form; the JSON one is what local mode reads back. */
export function exportAsr(lines: readonly AsrLine[], form: AsrExportForm): string {
  return writers[form](buildTranscript(lines.map(toUtterance)))
}

const toWireWords = ({ words }: AsrLine) =>
  words.map(({ word, startMs, endMs, confidence }) => ({
    word,
    start_millis: startMs,
    end_millis: endMs,
    confidence,
  }))

const toUtterance = (line: AsrLine) => ({
  id: line.id,
  start_millis: line.startMs,
  end_millis: line.endMs,
  alternatives: [
    {
      transcript: line.text,
      words: toWireWords(line),
    },
  ],
  csis: line.csis,
  transcript_type: 'asr',
  language_code: line.languageCode,
  version: 0,
  edited: false,
  times_estimated: line.words.length === 0,
})

/** The lines of a recognition as the body that makes a meeting of them. */
export function transcriptImport(
  lines: readonly AsrLine[],
  { startedAtMs, region }: { startedAtMs: number; region: string },
): TranscriptImport {
  return {
    title: `Live ASR of ${new Date(startedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    start_at_utc: new Date(startedAtMs).toISOString(),
    client_region: region,
    lines: lines.map(line => ({
      text: line.text,
      start_millis: line.startMs,
      end_millis: line.endMs,
      words: toWireWords(line),
      csis: [...line.csis],
      language_code: line.languageCode,
      confidence: line.confidence,
    })),
  }
}
