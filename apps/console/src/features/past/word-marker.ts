import type { Replay } from '@livetap/session'

/** A pause between two words too short to be seen: the word before keeps its line until the next one starts. */
const HELD_GAP_MS = 150

/**
 * Underlines what plays: one attribute on the word's element. It stays outside React, so that a word a third of a
 * second long costs two attribute changes and no rendering.
 */
export class WordMarker {
  readonly #replay: Replay
  #root: HTMLElement | undefined
  #marked: Element[] = []

  constructor(replay: Replay) {
    this.#replay = replay
  }

  attach(root: HTMLElement): () => void {
    this.#root = root
    const stop = this.#replay.follower.subscribe(this.apply)
    this.apply()
    return () => {
      stop()
      this.#root = undefined
      this.#marked = []
    }
  }

  /** Marks again what plays now: a row may just have come into being. */
  readonly apply = (): void => {
    const { word, litWords, wordGap } = this.#replay.follower.getSnapshot()
    const isShort = wordGap !== undefined && wordGap.endMs - wordGap.startMs <= HELD_GAP_MS
    if (isShort && this.#marked[0]?.isConnected && this.#replay.player.getSnapshot().phase === 'playing')
      return
    for (const element of this.#marked) element.removeAttribute('data-playing')
    this.#marked = []
    for (const lit of litWords) {
      for (const element of this.#root?.querySelectorAll(`[data-word="${lit}"]`) ?? []) {
        element.setAttribute('data-playing', lit === word ? 'current' : 'lit')
        this.#marked.push(element)
      }
    }
  }
}
