import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { defaultCustomPhrases } from '@livetap/contract'
import {
  assistantHints,
  createSpeech,
  modelFolder,
  modelsRoot,
  type RecognitionResult,
} from '@livetap/speech'

/** As a meeting's are. */
const hints = assistantHints(defaultCustomPhrases.map(({ phrase }) => phrase))
/** Nothing here is timed: the run may be laid to sleep for a while and goes on afterwards. */
const jobTimeoutMs = 60 * 60_000

/**
 * The models that read a call. Whisper is asked where they understood nothing at all, which in hours of languages that
 * they do not know would be most of the bench's time.
 */
function englishModels(): string {
  const root = mkdtempSync(join(tmpdir(), 'livetap-models-'))
  for (const id of ['silero', 'moonshine'] as const) {
    mkdirSync(dirname(modelFolder(root, id)), { recursive: true })
    symlinkSync(modelFolder(modelsRoot(), id), modelFolder(root, id))
  }
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  return root
}

export interface Listening {
  /** Without: as in a meeting that does not listen for the assistant. */
  hinted?: boolean
  /** Where a call is in the sound is known to the word; without, the ear looks at the whole segment. */
  wordTimes?: boolean
}

/** Sound goes the way a meeting's sound goes: the default engine with the meeting's phrases. */
export class CallListener {
  readonly #speech = createSpeech({
    processes: availableParallelism(),
    threads: 1,
    jobTimeoutMs,
    modelsRoot: englishModels(),
  })

  /** Every final of the sound. */
  async finalsOf(
    pcm: Int16Array,
    { hinted = true, wordTimes = true }: Listening = {},
  ): Promise<RecognitionResult[]> {
    const finals: RecognitionResult[] = []
    let resume = () => {}
    const stream = await this.#speech.registry.open(
      'nutcracker',
      { languageCode: 'en-US', interims: false, wordTimes, hints: hinted ? hints : undefined },
      event => {
        if (event.type === 'final') finals.push(event.result)
        // Of a failure as well: `end` rejects with it.
        else resume()
      },
    )
    const step = SAMPLE_RATE_HZ
    for (let at = 0; at < pcm.length; at += step) {
      const full = new Promise<void>(resolve => {
        resume = resolve
      })
      if (!stream.write(pcm.slice(at, at + step))) await full
    }
    await stream.end()
    return finals
  }

  close(): Promise<void> {
    return this.#speech.close()
  }
}
