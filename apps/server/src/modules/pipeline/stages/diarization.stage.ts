import type { VoiceSpan } from '@livetap/speech'
import type { PcmFile } from '../runs/pcm-file'
import type { Stage, StageContext } from '../stage'
import type { Span, StageOutputs, Turn } from '../stage-outputs'
import { buildUtterances } from '../text/build-utterances'
import { heardSoFar } from '../text/recognized-segments'
import { proposeNames } from '../voices/propose-names'
import { unjoinTurns } from '../voices/unjoin-turns'

/** Up to here the whole recording is looked at, pauses included; of a longer one only the voiced parts. */
const WHOLE_MS = 2 * 3_600_000
/** What is known of each tenth of a second of speech is held in memory at once. */
const MAX_VOICED_MS = 5 * 3_600_000

/** Who speaks when. Channels with a voice of their own answer it by themselves. */
export const diarizationStage: Stage<'diarization'> = {
  name: 'diarization',
  async run(context) {
    const output = await speakersOf(context)
    const { durationMs, separateChannels } = context.output('normalise')
    const heard = await heardSoFar(context)
    await context.sink.utterances(
      buildUtterances(heard, { turns: output.turns, separateChannels, durationMs }),
    )
    const { speakers, skipped } = output
    return {
      output,
      ledger: [
        {
          event: 'speakersFound',
          fields: { speakers, turns: output.turns.length, ...(skipped && { skipped }) },
        },
      ],
    }
  },
}

async function speakersOf(context: StageContext): Promise<StageOutputs['diarization']> {
  const { files, speech } = context
  const { separateChannels } = context.output('normalise')
  if (separateChannels.length > 0) return { turns: [], speakers: separateChannels.length }
  const { tracks, voicedMs } = context.output('voice activity')
  if (voicedMs === 0) return { turns: [], speakers: 0 }
  const skipped =
    voicedMs > MAX_VOICED_MS
      ? `more than ${MAX_VOICED_MS / 3_600_000} hours of speech`
      : await speech.diarizationMissing()
  if (skipped) return { turns: [], speakers: 0, skipped }
  const file = await files.track(null)
  const turns = await turnsOf(file, tracks[0]?.spans ?? [], context)
  await proposeNames(context, file, turns)
  return { turns, speakers: new Set(turns.map(([speaker]) => speaker)).size }
}

async function turnsOf(
  file: PcmFile,
  spans: readonly Span[],
  { speech, signal }: StageContext,
): Promise<Turn[]> {
  const { path, durationMs } = file
  const parts: VoiceSpan[] =
    durationMs <= WHOLE_MS
      ? [{ startMs: 0, endMs: durationMs }]
      : spans.map(([startMs, endMs]) => ({ startMs, endMs }))
  const found = await speech.diarize({ path, parts }, { signal })
  return unjoinTurns(found, parts)
    .map(({ speaker, startMs, endMs }): Turn => [speaker, Math.round(startMs), Math.round(endMs)])
    .sort((a, b) => a[1] - b[1])
}
