import type { HotwordMessage } from '@livetap/contract'
import type { Clock } from '../connection/clock'
import type { LiveMeetingState } from '../live-meeting-state'
import { SpeechOutput, type VoiceBox } from './speech-output'

type Final = Extract<HotwordMessage, { type: 'transcript_final_result' }>

/** What is said again after a reconnect is not news: by the server's own times, since this computer's clock may differ. */
const NEWS_MS = 30_000
const REMEMBERED = 200

/** Which finals are read aloud, each once: those of the translated attendee in his new language, else all. */
export class ReadAloud {
  readonly #output: SpeechOutput | undefined
  readonly #read = new Set<string>()
  #enteredTs = 0

  constructor(voice: VoiceBox | undefined, clock: Clock, onSpeaking: (speaking: boolean) => void) {
    this.#output = voice && new SpeechOutput(voice, clock, onSpeaking)
  }

  entered({ ts }: Pick<HotwordMessage, 'ts'>): void {
    this.#enteredTs = ts
  }

  handleFinal(final: Final, { ttsEnabled, translation }: LiveMeetingState): void {
    if (!ttsEnabled || this.#read.has(final.id) || this.#enteredTs - final.ts > NEWS_MS) return
    const { text, language_code, csis } = final.transcript
    if (!translation) this.#say(final.id, text, language_code)
    else if (csis.includes(translation.csi)) {
      const translated = final.translations[translation.language]
      // It comes again with its translation.
      if (translated) this.#say(final.id, translated, translation.language)
    }
  }

  stop(): void {
    this.#output?.stop()
  }

  #say(id: string, text: string, language: string): void {
    this.#read.add(id)
    if (this.#read.size > REMEMBERED) this.#read.delete(this.#read.values().next().value!)
    this.#output?.say(text, language)
  }
}
