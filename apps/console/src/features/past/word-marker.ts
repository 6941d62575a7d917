import type { Replay } from '@livetap/session'

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
    const { word, litWords } = this.#replay.follower.getSnapshot()
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
