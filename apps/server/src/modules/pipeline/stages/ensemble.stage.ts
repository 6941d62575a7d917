import { inParallel } from '../runs/in-parallel'
import type { Stage, StageContext, StageResult } from '../stage'
import type { StageOutputs } from '../stage-outputs'
import { buildUtterances } from '../text/build-utterances'
import { type EnsemblePart, type RecognizedSegment, recognizedSegments } from '../text/recognized-segments'

/** Below this a second engine is asked. */
const DOUBTFUL = 0.8
const MARGIN_MS = 250

/** What the first engine was not sure of is decoded again by a second one, and both are combined word by word. */
export const ensembleStage: Stage<'ensemble'> = {
  name: 'ensemble',
  async run(context) {
    const output = await listenAgain(context)
    const { durationMs, separateChannels } = context.output('normalise')
    const { turns } = context.output('diarization')
    const segments = await recognizedSegments(context)
    await context.sink.utterances(buildUtterances(segments, { turns, separateChannels, durationMs }))
    if (output.skipped)
      return { output, ledger: [{ event: 'ensembleSkipped', fields: { reason: output.skipped } }] }
    return enhancedResult(context, output)
  },
}

/** What the ledger, the log and the statistics say of a text that was made better. */
export function enhancedResult(
  context: StageContext,
  output: StageOutputs['ensemble'],
): StageResult<'ensemble'> {
  const { utterances, decodedAgain, changed } = output
  const share = utterances === 0 ? 0 : Math.round((decodedAgain / utterances) * 1000) / 1000
  context.log.info(
    { meeting: context.meeting.id, utterances, decodedAgain, changed, share },
    'ensemble finished',
  )
  return {
    output,
    ledger: [
      { event: 'transcriptEnhanced', fields: { utterances, decoded_again: decodedAgain, changed, share } },
    ],
    logs: [{ metric: 'transcriptEnhanced', fields: { phase: 'ended', count: changed, share } }],
  }
}

async function listenAgain(context: StageContext): Promise<StageOutputs['ensemble']> {
  const { meeting, speech, parts, files, signal, progress, output } = context
  const segments = await recognizedSegments(context)
  const none = { utterances: segments.length, decodedAgain: 0, changed: 0 }
  if (!meeting.enableEnsemble) return { ...none, skipped: 'switched off for this meeting' }
  const missing = await missingByLanguage(context, segments)
  if ([...missing.values()].every(reason => reason !== undefined))
    return { ...none, skipped: missing.get(output('recognition').languageCode)! }
  await context.record({ metric: 'transcriptEnhanced', fields: { phase: 'started', count: 0 } })
  const done = await parts.all('ensemble')
  // What was combined before a takeover may be sure by now: it still counts as one that was doubted.
  const doubtful = segments.filter(
    one => done.has(one.number) || (isDoubtful(one) && !missing.get(one.result.languageCode)),
  )
  let finished = 0
  await inParallel(doubtful, 1, signal, async ({ number, channel, result }) => {
    if (!done.has(number)) {
      const file = await files.track(channel)
      const startMs = Math.max(0, result.startMs - MARGIN_MS)
      const pcm = await file.read(startMs, result.endMs + MARGIN_MS)
      const second = await speech.secondOpinion(pcm, result, { startMs, signal })
      const changed = second !== undefined && second.text !== result.text
      await parts.put('ensemble', number, { result: changed ? second : null } satisfies EnsemblePart)
    }
    progress(++finished / doubtful.length)
  })
  const all = await parts.all('ensemble')
  const changed = [...all.values()].filter(part => (part as EnsemblePart).result !== null).length
  return { utterances: segments.length, decodedAgain: doubtful.length, changed }
}

/** Why no second engine knows a language of the recording; undefined where one does. */
async function missingByLanguage(
  { speech, output }: StageContext,
  segments: readonly RecognizedSegment[],
): Promise<Map<string, string | undefined>> {
  const languages = [output('recognition').languageCode, ...segments.map(({ result }) => result.languageCode)]
  const missing = new Map<string, string | undefined>()
  for (const language of new Set(languages))
    missing.set(language, await speech.secondOpinionMissing(language))
  return missing
}

const isDoubtful = ({ result }: RecognizedSegment) => (result.confidence ?? 1) < DOUBTFUL
