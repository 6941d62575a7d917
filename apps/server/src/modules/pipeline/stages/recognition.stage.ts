import { ALL_LANGUAGES, DEFAULT_LANGUAGE } from '@livetap/contract'
import { assistantHints } from '@livetap/speech'
import { findLanguages } from '../languages/find-languages'
import { languageAt, mainLanguage } from '../languages/language-stretches'
import { inParallel } from '../runs/in-parallel'
import type { Stage, StageContext } from '../stage'
import type { VoiceTrack } from '../stage-outputs'
import { buildUtterances } from '../text/build-utterances'
import { type ChunkPart, type LanguagePart, recognizedSegments } from '../text/recognized-segments'
import { type Chunk, planChunks } from '../voices/plan-chunks'

/** Words with times, chunk by chunk; a finished chunk is kept at once and never done again. */
export const recognitionStage: Stage<'recognition'> = {
  name: 'recognition',
  async run(context) {
    const { files, speech, parts, signal, progress, output } = context
    const startedAt = new Date()
    const { durationMs, separateChannels, call } = output('normalise')
    const { tracks } = output('voice activity')
    const done = await parts.all('recognition')
    const language = (done.get(0) as LanguagePart | undefined) ?? (await findLanguage(context))
    const chunks = planChunks(tracks, durationMs, language.stretches)
    const totalMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
    let heardMs = 0
    const count = ({ startMs, endMs }: Chunk) => {
      heardMs += endMs - startMs
      progress(heardMs / totalMs)
    }
    const start = new EngineStart(context)
    await inParallel(chunks, speech.parallel, signal, async (chunk, index) => {
      const number = index + 1
      if (!done.has(number)) {
        const file = await files.track(chunk.channel)
        const pcm = await file.read(chunk.startMs, chunk.endMs)
        const languageCode = languageAt(language, chunk)
        const onOpened = start.asked()
        const { startMs } = chunk
        // The assistant is called in recordings as well, and only a hint knows its name.
        const hints = call?.hints ?? assistantHints()
        const results = await speech.recognize(pcm, { languageCode, startMs, signal, onOpened, hints })
        await parts.put('recognition', number, { channel: chunk.channel, results } satisfies ChunkPart)
      }
      count(chunk)
    })
    await start.recorded
    const utterances = buildUtterances(await recognizedSegments(context), {
      turns: [],
      separateChannels,
      durationMs,
    })
    await context.sink.utterances(utterances)
    const words = utterances.reduce((sum, utterance) => sum + utterance.words.length, 0)
    const finishedAt = new Date()
    const recognitionMs = finishedAt.getTime() - startedAt.getTime()
    const { languageCode, languageInferred } = language
    return {
      output: { languageCode, languageInferred, chunks: chunks.length, utterances: utterances.length, words },
      meeting: { language: languageCode },
      ledger: [
        {
          event: 'recognitionStarted',
          time: startedAt,
          fields: { language: languageCode, chunks: chunks.length },
        },
        {
          event: 'transcriptCreated',
          fields: {
            created_at: finishedAt.toISOString(),
            utterances: utterances.length,
            words,
            elapsed_ms: recognitionMs,
          },
        },
      ],
      logs: [
        {
          metric: 'finalSent',
          time: finishedAt,
          fields: { count: utterances.length, recognitionMs },
        },
      ],
    }
  },
}

/** The first chunk of this run waits for the engine; that time is the engine's start-up. */
class EngineStart {
  recorded: Promise<void> = Promise.resolve()
  #isAsked = false

  constructor(private readonly context: StageContext) {}

  asked(): () => void {
    if (this.#isAsked) return () => {}
    this.#isAsked = true
    const askedAt = performance.now()
    return () => {
      const { speech, record } = this.context
      const elapsedMs = Math.round(performance.now() - askedAt)
      this.recorded = record({ metric: 'engineStarted', fields: { elapsedMs, engine: speech.engine } })
      // Met again where it is awaited; until then the recognition goes on.
      this.recorded.catch(() => undefined)
    }
  }
}

async function findLanguage(context: StageContext): Promise<LanguagePart> {
  const { meeting, parts, output } = context
  const given = meeting.language
  const language =
    given && given !== ALL_LANGUAGES
      ? { languageCode: given, languageInferred: false }
      : await heardLanguages(context, output('voice activity').tracks)
  await parts.put('recognition', 0, language)
  return language
}

async function heardLanguages(context: StageContext, tracks: readonly VoiceTrack[]): Promise<LanguagePart> {
  const stretches = await findLanguages(context, tracks)
  const languageCode = mainLanguage(tracks, stretches) ?? DEFAULT_LANGUAGE
  return { languageCode, languageInferred: true, stretches }
}
