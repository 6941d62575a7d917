import { type HotwordMessage, languageOf } from '@livetap/contract'
import type { Clock } from '../scope'
import { Store } from '../store'

/** The browser's own voices; a test hands in its own. */
export interface VoiceBox {
  /** Speaks one text; `done` is called at its end, however it came. */
  speak(text: string, language: string, done: () => void): void
  cancel(): void
}

/** `speechSynthesis` with the voice of the language: the exact locale first, then any of the language. */
export function browserVoice(synthesis: SpeechSynthesis | undefined): VoiceBox | undefined {
  if (!synthesis) return undefined
  return {
    speak(text, language, done) {
      const spoken = new SpeechSynthesisUtterance(text)
      const voices = synthesis.getVoices()
      const voice =
        voices.find(({ lang }) => lang.toLowerCase() === language.toLowerCase()) ??
        voices.find(({ lang }) => languageOf(lang) === languageOf(language))
      spoken.lang = voice?.lang ?? language
      if (voice) spoken.voice = voice
      spoken.onend = done
      spoken.onerror = done
      synthesis.speak(spoken)
    },
    cancel: () => synthesis.cancel(),
  }
}

/** More than this waiting is too old to be worth hearing. */
const MAX_WAITING = 4
/** A room rings on after the last word. */
const ECHO_MS = 350
/** Some browsers do not report the end. */
const WATCH_MS = 4000
const WATCH_PER_CHARACTER_MS = 150

/** Reads texts aloud one after the other, and reports while it does: no one should transcribe that again. */
export class SpeechOutput {
  readonly #voice: VoiceBox
  readonly #clock: Clock
  readonly #onSpeaking: (speaking: boolean) => void
  #waiting: { text: string; language: string }[] = []
  #speaking = false
  #stopTimer = () => {}

  constructor(voice: VoiceBox, clock: Clock, onSpeaking: (speaking: boolean) => void) {
    this.#voice = voice
    this.#clock = clock
    this.#onSpeaking = onSpeaking
  }

  say(text: string, language: string): void {
    if (text.trim() === '') return
    this.#waiting = [...this.#waiting, { text, language }].slice(-MAX_WAITING)
    if (!this.#speaking) this.#next()
  }

  stop(): void {
    this.#waiting = []
    this.#stopTimer()
    if (!this.#speaking) return
    this.#voice.cancel()
    this.#quiet()
  }

  #next(): void {
    const next = this.#waiting.shift()
    this.#stopTimer()
    if (!next) {
      this.#stopTimer = this.#clock.timeout(() => this.#quiet(), ECHO_MS)
      return
    }
    if (!this.#speaking) {
      this.#speaking = true
      this.#onSpeaking(true)
    }
    let over = false
    const done = () => {
      if (over) return
      over = true
      if (this.#speaking) this.#next()
    }
    this.#stopTimer = this.#clock.timeout(
      () => {
        this.#voice.cancel()
        done()
      },
      WATCH_MS + next.text.length * WATCH_PER_CHARACTER_MS,
    )
    this.#voice.speak(next.text, next.language, done)
  }

  #quiet(): void {
    this.#speaking = false
    this.#onSpeaking(false)
  }
}

type Final = Extract<HotwordMessage, { type: 'transcript_final_result' }>

export interface ReadAloudState {
  readonly ttsEnabled: boolean
  /** A final is being read aloud: the microphone sends silence meanwhile. */
  readonly readingAloud: boolean
  /** The one that is read aloud here. */
  readonly translation: { readonly csi: number; readonly language: string } | undefined
}

export const noReading: ReadAloudState = { ttsEnabled: false, readingAloud: false, translation: undefined }

/** What is sent again after a reconnect is not news: by the server's own times, since this computer's clock may differ. */
const NEWS_MS = 30_000
const REMEMBERED = 200

/** Which finals are read aloud, each once: those of the translated attendee in the new language, else all. */
export class ReadAloud extends Store<ReadAloudState> {
  readonly #output: SpeechOutput | undefined
  readonly #read = new Set<string>()
  #enteredTs = 0

  constructor(voice: VoiceBox | undefined, clock: Clock) {
    super(noReading)
    this.#output = voice && new SpeechOutput(voice, clock, readingAloud => this.set({ readingAloud }))
  }

  enable(ttsEnabled: boolean): void {
    this.set({ ttsEnabled })
    if (!ttsEnabled) this.stop()
  }

  choose(translation: ReadAloudState['translation']): void {
    this.set({ translation })
  }

  handle(message: HotwordMessage): void {
    if (message.type === 'call_started') this.#enteredTs = message.ts
    if (message.type === 'transcript_final_result') this.#handleFinal(message)
  }

  stop(): void {
    this.#output?.stop()
  }

  #handleFinal(final: Final): void {
    const { ttsEnabled, translation } = this.getSnapshot()
    if (!ttsEnabled || this.#read.has(final.id) || this.#enteredTs - final.ts > NEWS_MS) return
    const { text, language_code, csis } = final.transcript
    if (!translation) this.#say(final.id, text, language_code)
    else if (csis.includes(translation.csi)) {
      const translated = final.translations[translation.language]
      // It comes again with its translation.
      if (translated) this.#say(final.id, translated, translation.language)
    }
  }

  #say(id: string, text: string, language: string): void {
    this.#read.add(id)
    if (this.#read.size > REMEMBERED) this.#read.delete(this.#read.values().next().value!)
    this.#output?.say(text, language)
  }
}
