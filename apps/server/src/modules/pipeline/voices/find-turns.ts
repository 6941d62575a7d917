import type { VoiceSpan } from '@livetap/speech'
import type { PcmFile } from '../runs/pcm-file'
import type { StageContext } from '../stage'
import type { Span, Turn } from '../stage-outputs'
import { unjoinTurns } from './unjoin-turns'

/** Up to here the whole recording is looked at, pauses included; of a longer one only the voiced parts. */
const WHOLE_MS = 2 * 3_600_000
/** What is known of each tenth of a second of speech is held in memory at once. */
const MAX_VOICED_MS = 5 * 3_600_000

/** Why voices of so much speech cannot be diarized; undefined where they can. */
export async function missingForDiarization(
  { speech }: Pick<StageContext, 'speech'>,
  voicedMs: number,
): Promise<string | undefined> {
  return voicedMs > MAX_VOICED_MS
    ? `more than ${MAX_VOICED_MS / 3_600_000} hours of speech`
    : await speech.diarizationMissing()
}

/** Who speaks when in a recording, in the order of time. */
export async function findTurns(
  { speech, signal }: Pick<StageContext, 'speech' | 'signal'>,
  { path, durationMs }: PcmFile,
  spans: readonly Span[],
): Promise<Turn[]> {
  const parts: VoiceSpan[] =
    durationMs <= WHOLE_MS
      ? [{ startMs: 0, endMs: durationMs }]
      : spans.map(([startMs, endMs]) => ({ startMs, endMs }))
  const found = await speech.diarize({ path, parts }, { signal })
  return unjoinTurns(found, parts)
    .map(({ speaker, startMs, endMs }): Turn => [speaker, Math.round(startMs), Math.round(endMs)])
    .sort((a, b) => a[1] - b[1])
}
