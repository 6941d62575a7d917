import { type CueCursor, type CueIndex, createCueCursor, type TimeRange } from '@livetap/transcript'
import type { Scope } from '../../scope'
import { Store } from '../../store'
import type { Player } from './player'

/** What plays at this moment: positions in the transcript's utterances, its words, and the highlights; -1 in a gap. */
export interface NowPlaying {
  readonly utterance: number
  readonly litUtterances: readonly number[]
  readonly utteranceGap: TimeRange | undefined
  readonly word: number
  readonly litWords: readonly number[]
  readonly wordGap: TimeRange | undefined
  readonly highlight: number
  readonly litHighlights: readonly number[]
  readonly highlightGap: TimeRange | undefined
}

export interface Cues {
  readonly utterances: CueIndex
  readonly words: CueIndex
  readonly highlights: CueIndex
}

const NONE: readonly number[] = []

const silence: NowPlaying = {
  utterance: -1,
  litUtterances: NONE,
  utteranceGap: undefined,
  word: -1,
  litWords: NONE,
  wordGap: undefined,
  highlight: -1,
  litHighlights: NONE,
  highlightGap: undefined,
}

/** A timer fires a little late or a little early: this near to a boundary counts as past it. */
const EARLY_MS = 3
const STALLED_MS = 50

type Kind = keyof Cues

/**
 * The sync loop: one timer for the next boundary at which anything starts or ends, none while paused. A jump is
 * followed at once.
 */
export class Follower extends Store<NowPlaying> {
  readonly #player: Player
  readonly #scope: Scope
  #cursors: Record<Kind, CueCursor> | undefined
  readonly #behind = new Set<() => void>()
  #stopTimer: (() => void) | undefined
  #before = Number.NaN

  constructor(scope: Scope, player: Player) {
    super(silence)
    this.#player = player
    this.#scope = scope
    scope.add(player.onMoved(this.sync))
  }

  setCues(cues: Cues | undefined): void {
    this.#cursors = cues && {
      utterances: createCueCursor(cues.utterances),
      words: createCueCursor(cues.words),
      highlights: createCueCursor(cues.highlights),
    }
    if (!cues) this.set(silence)
    this.sync()
  }

  /** Called where a boundary is due by the clock and the sound has not come to it: it stalls, or runs slowly. */
  readonly onBehind = (listener: () => void): (() => void) => {
    this.#behind.add(listener)
    return () => this.#behind.delete(listener)
  }

  /** Looks where the player stands and arms the timer for the next boundary. */
  readonly sync = (): void => {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    const cursors = this.#cursors
    if (!cursors) return
    const position = this.#player.positionMs
    const { isPlaying, rate } = this.#player.getSnapshot()
    const moment = isPlaying ? this.#past(cursors, position) : position
    this.#show(cursors, moment)
    if (!isPlaying) return
    const next = Math.min(...kinds.map(kind => cursors[kind].nextBoundaryMs))
    if (next === Number.POSITIVE_INFINITY) return
    const left = (next - position) / rate
    const wait = position === this.#before ? Math.max(left, STALLED_MS) : left
    this.#before = position
    this.#stopTimer = this.#scope.timeout(this.#whenDue, wait)
  }

  readonly #whenDue = (): void => {
    const before = this.getSnapshot()
    this.sync()
    if (this.getSnapshot() === before) for (const listener of [...this.#behind]) listener()
  }

  /** The moment to show: a boundary that is due within the timer's own error counts as reached. */
  #past(cursors: Record<Kind, CueCursor>, position: number): number {
    let moment = position
    for (const kind of kinds) {
      const boundary = cursors[kind].nextBoundaryMs
      if (boundary > position && boundary - position < EARLY_MS) moment = Math.max(moment, boundary)
    }
    return moment
  }

  #show({ utterances, words, highlights }: Record<Kind, CueCursor>, moment: number): void {
    const change: Partial<Record<keyof NowPlaying, unknown>> = {}
    if (utterances.moveTo(moment)) {
      change.utterance = utterances.current
      change.litUtterances = utterances.lit
      change.utteranceGap = utterances.gap
    }
    if (words.moveTo(moment)) {
      change.word = words.current
      change.litWords = words.lit
      change.wordGap = words.gap
    }
    if (highlights.moveTo(moment)) {
      change.highlight = highlights.current
      change.litHighlights = highlights.lit
      change.highlightGap = highlights.gap
    }
    this.set(change as Partial<NowPlaying>)
  }
}

const kinds: readonly Kind[] = ['utterances', 'words', 'highlights']
