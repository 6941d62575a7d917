import type { NowPlaying } from '@livetap/session'

/** What a marker asks of the list's element. */
export type MarkedRoot = Pick<ParentNode, 'querySelectorAll'>

/** Where it learns what plays: the replay's follower. */
interface MarkerSource {
  getSnapshot(): Pick<NowPlaying, 'word' | 'litWords'>
  subscribe(listener: () => void): () => void
  onBehind(listener: () => void): () => void
}

/** Underlines the current word by itself while the sound runs. */
export interface MarkerLine {
  readonly isRunning: boolean
  start(root: MarkedRoot): void
  keepInStep(): void
  stop(): void
}

/**
 * Marks what plays: every word that covers the moment, the current one apart from the others, none in a gap however
 * short. `data-playing` says so and is drawn by nothing; `data-underline` is what is seen, unless the running line
 * shows it. Both stay outside React, so that a word a third of a second long costs no rendering.
 */
export class WordMarker {
  readonly #follower: MarkerSource
  readonly #line: MarkerLine | undefined
  #root: MarkedRoot | undefined
  #marked: Element[] = []

  constructor(follower: MarkerSource, line?: MarkerLine) {
    this.#follower = follower
    this.#line = line
  }

  attach(root: MarkedRoot): () => void {
    this.#root = root
    const stop = this.#follower.subscribe(this.#apply)
    const stopBehind = this.#follower.onBehind(this.#keepInStep)
    this.refresh()
    return () => {
      stop()
      stopBehind()
      this.#line?.stop()
      this.#root = undefined
      this.#marked = []
    }
  }

  /** Marks again: a row has come into being or looks different, or the sound has jumped, started or stopped. */
  readonly refresh = (): void => {
    if (this.#root) this.#line?.start(this.#root)
    this.#apply()
  }

  readonly #apply = (): void => {
    const { word, litWords } = this.#follower.getSnapshot()
    const isRunning = this.#line?.isRunning ?? false
    for (const element of this.#marked) {
      element.removeAttribute('data-playing')
      element.removeAttribute('data-underline')
    }
    this.#marked = []
    for (const lit of litWords) {
      const mark = lit === word ? 'current' : 'lit'
      for (const element of this.#root?.querySelectorAll(`[data-word="${lit}"]`) ?? []) {
        element.setAttribute('data-playing', mark)
        if (!isRunning || mark === 'lit') element.setAttribute('data-underline', mark)
        this.#marked.push(element)
      }
    }
    this.#keepInStep()
  }

  readonly #keepInStep = (): void => {
    if (this.#line?.isRunning) this.#line.keepInStep()
  }
}
