import type { RecognitionListener, RecognitionOptions, RecognitionStream } from '../recognition'
import { SpeechError } from '../speech-error'
import type { FromK2, K2Text } from './k2-messages'

const softSamples = 5 * 16_000
const hardSamples = 60 * 16_000
const closingMs = 60_000

type Command = { type: 'audio'; pcm: Int16Array } | { type: 'end' } | { type: 'drop' }

export class K2Stream implements RecognitionStream {
  settledMs: number
  private samples = 0
  private heard = 0
  private segment = 1
  private full = false
  private over = false
  private failure: SpeechError | undefined
  private ending: (() => void) | undefined
  private limit: NodeJS.Timeout | undefined

  constructor(
    private readonly options: RecognitionOptions,
    private readonly listener: RecognitionListener,
    private readonly send: (command: Command) => void,
    private readonly released: () => void,
  ) {
    this.settledMs = options.startMs ?? 0
  }

  get receivedMs(): number {
    return (this.options.startMs ?? 0) + this.samples / 16
  }

  write(pcm: Int16Array): boolean {
    if (this.over) return true
    this.samples += pcm.length
    this.send({ type: 'audio', pcm })
    if (this.samples - this.heard > hardSamples) {
      this.fail(new SpeechError('overflow', 'Sound comes faster than it can be recognised'))
      return true
    }
    this.full ||= this.samples - this.heard > softSamples
    return !this.full
  }

  end(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure)
    if (this.over) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.ending = () => (this.failure ? reject(this.failure) : resolve())
      this.limit = setTimeout(
        () => this.fail(new SpeechError('timeout', 'The k2 engine does not finish')),
        closingMs,
      )
      this.send({ type: 'end' })
    })
  }

  abort(): void {
    if (this.over) return
    this.send({ type: 'drop' })
    this.finish()
  }

  receive(message: Exclude<FromK2, { type: 'ready' }>): void {
    if (this.over) return
    if (message.type === 'heard') {
      this.heard = message.samples
      if (!this.full || this.samples - this.heard > softSamples / 2) return
      this.full = false
      this.listener.drained?.()
    } else if (message.type === 'interim') this.say(message.result, false)
    else if (message.type === 'final') this.say(message.result, true)
    else if (message.type === 'failed') this.fail(new SpeechError('unavailable', message.message))
    else {
      this.settledMs = this.receivedMs
      this.finish()
    }
  }

  fail(error: SpeechError): void {
    if (this.over) return
    this.failure = error
    this.finish()
    this.listener.failed?.(error)
  }

  private say({ text, words }: K2Text, isFinal: boolean): void {
    const offset = this.options.startMs ?? 0
    const timed = words.map(word => ({ ...word, startMs: offset + word.startMs, endMs: offset + word.endMs }))
    const result = {
      segmentId: `s${this.segment}`,
      isFinal,
      text,
      startMs: timed[0]?.startMs ?? this.settledMs,
      endMs: timed.at(-1)?.endMs ?? this.receivedMs,
      words: timed,
      speakerIds: [],
      languageCode: this.options.languageCode,
    }
    if (!isFinal) {
      if (this.options.interims !== false) this.listener.interim?.(result)
      return
    }
    this.segment += 1
    this.settledMs = Math.max(this.settledMs, result.endMs)
    this.listener.final(result)
  }

  private finish(): void {
    this.over = true
    clearTimeout(this.limit)
    this.released()
    this.ending?.()
  }
}
