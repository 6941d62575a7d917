import { PALETTE_SIZE } from '@livetap/session'
import type { CSSProperties } from 'react'

/** Voices get their colours in the order in which they were first heard in this page. */
export class SpeakerColours {
  readonly #places = new Map<string, number>()

  style(voice: string): CSSProperties {
    const place = this.#places.get(voice) ?? this.#places.size
    this.#places.set(voice, place)
    return { '--speaker': `var(--speaker-${place % PALETTE_SIZE})` } as CSSProperties
  }
}
