import type { TranscriptImport } from '@livetap/contract'
import type { AsrLine } from './asr-transcript'

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
      words: line.words.map(({ word, startMs, endMs, confidence }) => ({
        word,
        start_millis: startMs,
        end_millis: endMs,
        ...(confidence !== undefined && { confidence }),
      })),
      csis: [...line.csis],
      language_code: line.languageCode,
      ...(line.confidence !== undefined && { confidence: line.confidence }),
    })),
  }
}
