import type { NewUtterance } from '../../transcripts'
import type { StageContext } from '../stage'
import { buildUtterances } from './build-utterances'
import { recognizedSegments } from './recognized-segments'

/** The transcript as the stages up to the second opinion have left it. */
export async function transcriptOf(context: StageContext): Promise<NewUtterance[]> {
  const { durationMs, separateChannels } = context.output('normalise')
  const { turns } = context.output('diarization')
  return buildUtterances(await recognizedSegments(context), { turns, separateChannels, durationMs })
}
