import { buildTranscript, exportJson, exportSrt, exportTxt, exportVtt } from '@livetap/transcript'
import type { AsrLine } from './asr-transcript'

export const asrExportForms = ['txt', 'srt', 'vtt', 'json'] as const
export type AsrExportForm = (typeof asrExportForms)[number]

const writers = { txt: exportTxt, srt: exportSrt, vtt: exportVtt, json: exportJson }

/** The finals as a file of the given form; the JSON one is what local mode reads back. */
export function exportAsr(lines: readonly AsrLine[], form: AsrExportForm): string {
  return writers[form](buildTranscript(lines.map(toUtterance)))
}

const toUtterance = (line: AsrLine) => ({
  id: line.id,
  start_millis: line.startMs,
  end_millis: line.endMs,
  alternatives: [
    {
      transcript: line.text,
      words: line.words.map(({ word, startMs, endMs, confidence }) => ({
        word,
        start_millis: startMs,
        end_millis: endMs,
        ...(confidence !== undefined && { confidence }),
      })),
    },
  ],
  csis: line.csis,
  transcript_type: 'asr',
  language_code: line.languageCode,
  version: 0,
  edited: false,
  times_estimated: line.words.length === 0,
})
