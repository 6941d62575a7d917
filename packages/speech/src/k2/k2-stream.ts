import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { QueuedStream } from '../queued-stream'
import type { OnRecognition, RecognitionOptions } from '../recognition'
import { SpeechError } from '../speech-error'
import type { FromK2, K2Text } from './k2-messages'

const bounds = {
  soft: 5 * SAMPLE_RATE_HZ,
  hard: 60 * SAMPLE_RATE_HZ,
  closingMs: 60_000,
  tooSlow: 'Sound comes faster than it can be recognised',
  endless: 'The k2 engine does not finish',
}

type Command = { type: 'audio'; pcm: Int16Array } | { type: 'end' } | { type: 'drop' }

export class K2Stream extends QueuedStream {
  readonly #send: (command: Command) => void
  #processed = 0

  constructor(
    options: RecognitionOptions,
    on: OnRecognition,
    send: (command: Command) => void,
    released: () => void,
  ) {
    super(options, on, released, bounds)
    this.#send = send
  }

  receive(message: Exclude<FromK2, { type: 'ready' }>): void {
    if (this.over) return
    if (message.type === 'processed') {
      this.#processed = message.samples
      this.eased()
    } else if (message.type === 'interim') this.#report(message.result, false)
    else if (message.type === 'final') this.#report(message.result, true)
    else if (message.type === 'failed') this.fail(new SpeechError('unavailable', message.message))
    else this.finishWell()
  }

  protected get waiting(): number {
    return this.samples - this.#processed
  }

  protected post(pcm: Int16Array): void {
    this.#send({ type: 'audio', pcm })
  }

  protected postEnd(): void {
    this.#send({ type: 'end' })
  }

  protected drop(): void {
    this.#send({ type: 'drop' })
  }

  #report({ text, words }: K2Text, isFinal: boolean): void {
    const timed = words.map(word => ({
      ...word,
      startMs: this.startMs + word.startMs,
      endMs: this.startMs + word.endMs,
    }))
    this.emit({
      segmentId: this.segmentId,
      isFinal,
      text,
      startMs: timed[0]?.startMs ?? this.settledMs,
      endMs: timed.at(-1)?.endMs ?? this.receivedMs,
      words: timed,
      speakerIds: [],
      languageCode: this.options.languageCode,
    })
  }
}
