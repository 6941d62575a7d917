import type { Stage, StageContext } from '../stage'
import type { StageOutputs } from '../stage-outputs'
import { buildUtterances } from '../text/build-utterances'
import { recognizedSegments } from '../text/recognized-segments'
import { findTurns, missingForDiarization } from '../voices/find-turns'
import { proposeNames } from '../voices/propose-names'

/** Who speaks when. Channels with a voice of their own answer it by themselves. */
export const diarizationStage: Stage<'diarization'> = {
  name: 'diarization',
  async run(context) {
    const output = await speakersOf(context)
    const { durationMs, separateChannels } = context.output('normalise')
    const segments = await recognizedSegments(context)
    await context.sink.utterances(
      buildUtterances(segments, { turns: output.turns, separateChannels, durationMs }),
    )
    const { speakers, skipped } = output
    return {
      output,
      ledger: [
        {
          event: 'speakersFound',
          fields: { speakers, turns: output.turns.length, skipped },
        },
      ],
    }
  },
}

async function speakersOf(context: StageContext): Promise<StageOutputs['diarization']> {
  const { separateChannels } = context.output('normalise')
  if (separateChannels.length > 0) return { turns: [], speakers: separateChannels.length }
  const { tracks, voicedMs } = context.output('voice activity')
  if (voicedMs === 0) return { turns: [], speakers: 0 }
  const skipped = await missingForDiarization(context, voicedMs)
  if (skipped) return { turns: [], speakers: 0, skipped }
  const file = await context.files.track(null)
  const turns = await findTurns(context, file, tracks[0]?.spans ?? [])
  await proposeNames(context, [{ file, turns }])
  return { turns, speakers: new Set(turns.map(([speaker]) => speaker)).size }
}
