import { DEFAULT_LANGUAGE } from '@livetap/contract'
import { metricNames } from '../metric-names'
import { inParallel } from '../runs/in-parallel'
import type { Stage, StageContext } from '../stage'
import { buildUtterances } from '../text/build-utterances'
import { type ChunkPart, heardSoFar, type LanguagePart } from '../text/recognized-segments'
import { type Chunk, planChunks } from '../voices/plan-chunks'

/** Enough to tell a language by. */
const LANGUAGE_SAMPLE_MS = 15_000

/** Words with times, chunk by chunk; a finished chunk is kept at once and never done again. */
export const recognitionStage: Stage<'recognition'> = {
  name: 'recognition',
  async run(context) {
    const { files, speech, parts, signal, progress, output } = context
    const startedAt = new Date()
    const { durationMs, separateChannels } = output('normalise')
    const chunks = planChunks(output('voice activity').tracks, durationMs)
    const done = await parts.all('recognition')
    const language = (done.get(0) as LanguagePart | undefined) ?? (await findLanguage(context, chunks[0]))
    const totalMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    let heardMs = 0
    const count = ({ startMs, endMs }: Chunk) => {
      heardMs += endMs - startMs
      progress(heardMs / totalMs)
    }
    await inParallel(chunks, speech.parallel, signal, async (chunk, index) => {
      const number = index + 1
      if (!done.has(number)) {
        const file = await files.track(chunk.channel)
        const pcm = await file.read(chunk.startMs, chunk.endMs)
        const { languageCode } = language
        const results = await speech.recognize(pcm, { languageCode, startMs: chunk.startMs, signal })
        await parts.put('recognition', number, { channel: chunk.channel, results } satisfies ChunkPart)
      }
      count(chunk)
    })
    const utterances = buildUtterances(await heardSoFar(context), { turns: [], separateChannels, durationMs })
    await context.sink.utterances(utterances)
    const words = utterances.reduce((sum, utterance) => sum + utterance.words.length, 0)
    const finishedAt = new Date()
    const elapsedMs = finishedAt.getTime() - startedAt.getTime()
    return {
      output: { ...language, chunks: chunks.length, utterances: utterances.length, words },
      meeting: { language: language.languageCode },
      ledger: [
        {
          name: 'recognition_started',
          time: startedAt,
          fields: { language: language.languageCode, chunks: chunks.length },
        },
        {
          name: 'transcript_created',
          fields: { utterances: utterances.length, words, elapsed_ms: elapsedMs },
        },
      ],
      logs: [
        {
          name: metricNames.recognitionStarted,
          time: startedAt,
          fields: { timestamp: startedAt.toISOString(), elapsedMs },
        },
        {
          name: metricNames.transcriptsGenerated,
          fields: { timestamp: finishedAt.toISOString(), count: utterances.length },
        },
      ],
    }
  },
}

async function findLanguage(context: StageContext, first: Chunk | undefined): Promise<LanguagePart> {
  const { meeting, parts } = context
  const given = meeting.language
  const language =
    given && given !== 'all'
      ? { languageCode: given, languageInferred: false }
      : { languageCode: await heardLanguage(context, first), languageInferred: true }
  await parts.put('recognition', 0, language)
  return language
}

async function heardLanguage(
  { files, speech, signal }: StageContext,
  first: Chunk | undefined,
): Promise<string> {
  if (!first) return DEFAULT_LANGUAGE
  const file = await files.track(first.channel)
  const pcm = await file.read(first.startMs, Math.min(first.endMs, first.startMs + LANGUAGE_SAMPLE_MS))
  const found = await speech.detectLanguage(pcm, { signal })
  return found === undefined || found === 'en' ? DEFAULT_LANGUAGE : found
}
