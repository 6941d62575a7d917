import type { Clock } from '../connection/clock'

/** The browser's own voices; a test hands in its own. */
export interface VoiceBox {
  /** Speaks one text; `done` is called at its end, however it came. */
  speak(text: string, language: string, done: () => void): void
  cancel(): void
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
