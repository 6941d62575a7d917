import type { RecognitionOptions, RecognitionResult } from '@livetap/speech'
import type { StreamRecord } from './live-streams.store'
import type { PeopleHeard } from './people-heard'

export interface MicrophoneOptions {
  record: Pick<StreamRecord, 'shared' | 'unattributed'>
  /** At all streams of its owner. */
  people: PeopleHeard
  /** No other participant of the meeting has a microphone. */
  isOnlyOne: () => boolean
  onVoice: (voice: number) => void
  onShared: (isShared: boolean) => void
  /** There was no time to find out who said a line; once. */
  onUnattributed: () => void
}

/**
 * The people at a microphone. Where everyone has their own, one person speaks into each. At the only one of a meeting
 * there may be several: their voices are diarized, and stay so once there were two. Its owner may say how it is.
 */
export class Microphone {
  #shared: boolean | undefined
  #known: boolean
  #unattributed: boolean

  constructor(private readonly options: MicrophoneOptions) {
    const { shared, unattributed } = options.record
    this.#unattributed = unattributed
    this.#shared = shared ?? undefined
    this.#known = this.isShared
  }

  get isShared(): boolean {
    return this.#shared ?? (this.voices > 1 || this.options.isOnlyOne())
  }

  /** How many voices were found. */
  get voices(): number {
    return this.options.people.count
  }

  share(isShared: boolean): void {
    if (this.#shared === isShared) return
    this.#shared = isShared
    this.options.onShared(isShared)
  }

  /** Whether `isShared` is another than at the last question, or at first. */
  hasChanged(): boolean {
    const before = this.#known
    this.#known = this.isShared
    return before !== this.#known
  }

  get recognition(): Pick<RecognitionOptions, 'diarization' | 'voices'> {
    if (!this.isShared) return {}
    // A user who asks for it prefers a late line to a line without its speaker.
    return { diarization: this.#shared ? true : 'if-in-time', voices: this.options.people.memory }
  }

  /** Who says it; undefined where that is not asked or not known. */
  voiceOf({ speakerIds: [speaker], speakerUnknown }: RecognitionResult): number | undefined {
    if (!this.isShared) return undefined
    if (speakerUnknown && !this.#unattributed) {
      this.#unattributed = true
      this.options.onUnattributed()
    }
    if (speaker === undefined) return undefined
    const { people, onVoice } = this.options
    const before = people.count
    const voice = people.numberOf(speaker)
    if (people.count > before) onVoice(voice)
    return voice
  }
}
