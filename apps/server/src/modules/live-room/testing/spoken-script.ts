import type {
  EngineAvailability,
  OnRecognition,
  RecognitionOptions,
  RecognitionResult,
  RecognitionStream,
  SpeechEngine,
} from '@livetap/speech'
import { type EngineScript, ScriptedEngine } from '@livetap/speech/testing'

/** A scripted engine whose script starts with each stream's first sample, wherever that lies on the meeting's clock. */
export class SpokenScript implements SpeechEngine {
  readonly scripted: ScriptedEngine
  readonly opened: RecognitionOptions[] = []
  readonly name: string
  /** No stream opens before it. */
  ready: Promise<void> = Promise.resolve()

  constructor(script: EngineScript) {
    this.scripted = new ScriptedEngine(script)
    this.name = this.scripted.name
  }

  availability(): Promise<EngineAvailability> {
    return this.scripted.availability()
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const { startMs = 0, ...rest } = options
    this.opened.push(options)
    await this.ready
    const shifted = (result: RecognitionResult): RecognitionResult => ({
      ...result,
      startMs: result.startMs + startMs,
      endMs: result.endMs + startMs,
      words: result.words.map(word => ({
        ...word,
        startMs: word.startMs + startMs,
        endMs: word.endMs + startMs,
      })),
    })
    const stream = await this.scripted.open(rest, event =>
      on('result' in event ? { ...event, result: shifted(event.result) } : event),
    )
    return {
      write: pcm => stream.write(pcm),
      end: () => stream.end(),
      abort: () => stream.abort(),
      get receivedMs() {
        return stream.receivedMs + startMs
      },
      settlesSilence: stream.settlesSilence ?? false,
      get settledMs() {
        return stream.settledMs + startMs
      },
    }
  }

  close(): Promise<void> {
    return this.scripted.close()
  }
}

/** One sentence after the other, a second each. */
export const sentences = (...texts: string[]) =>
  texts.map((text, at) => ({ text, startMs: at * 1000 + 100, endMs: at * 1000 + 900 }))
