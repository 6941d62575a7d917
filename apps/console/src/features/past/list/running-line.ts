import type { Replay } from '@livetap/session'
import { lineFrames, type WordBox } from './line-frames'

/** Further off the sound than this it is put right; less is not seen. */
const DRIFT_MS = 40

/**
 * The underline while the sound runs: one animation a row, turned by the compositor, so that a word costs the page no
 * frame. Everything that makes the sound jump, or the row change, starts another.
 */
export class RunningLine {
  readonly #replay: Replay
  readonly #motions: { motion: Animation; fromMs: number; rate: number }[] = []

  constructor(replay: Replay) {
    this.#replay = replay
  }

  /** Standing still, the words themselves are underlined. */
  get isRunning(): boolean {
    const { phase, isWaiting } = this.#replay.player.getSnapshot()
    return phase === 'playing' && !isWaiting
  }

  /** Tells when the line has to restart: the sound jumped, started, stopped, or waits for data. */
  watch(changed: () => void): () => void {
    const { player } = this.#replay
    let wasRunning = this.isRunning
    const stopMoved = player.onMoved(changed)
    const stopState = player.subscribe(() => {
      if (wasRunning === this.isRunning) return
      wasRunning = this.isRunning
      changed()
    })
    return () => {
      stopMoved()
      stopState()
    }
  }

  /** Restarts in every row that has a word to underline. */
  start(root: ParentNode): void {
    this.stop()
    const { transcript } = this.#replay.getSnapshot()
    const words = this.#replay.cues?.words
    if (!this.isRunning || !transcript || !words) return
    const { player, follower } = this.#replay
    const fromMs = player.positionMs
    const { rate } = player.getSnapshot()
    const utterance = transcript.utterances[follower.getSnapshot().utterance]
    if (!utterance) return
    const lastWord = utterance.firstWord + utterance.wordCount - 1
    const toMs = Math.max(utterance.endMs, transcript.words.endMs[lastWord] ?? 0)
    if (toMs <= fromMs) return
    for (const bar of root.querySelectorAll<HTMLElement>('[data-bar]')) {
      const row = bar.parentElement!
      const motion = bar.animate(lineFrames(words, fromMs, toMs, boxesIn(row)), {
        duration: (toMs - fromMs) / rate,
      })
      this.#motions.push({ motion, fromMs, rate })
    }
  }

  /** An element begins to sound a little after it says so. */
  keepInStep(): void {
    const { positionMs } = this.#replay.player
    for (const { motion, fromMs, rate } of this.#motions) {
      const expected = (positionMs - fromMs) / rate
      const currentMs = Number(motion.currentTime ?? expected)
      if (Math.abs(currentMs - expected) > DRIFT_MS) motion.currentTime = Math.max(0, expected)
    }
  }

  stop(): void {
    for (const { motion } of this.#motions.splice(0)) motion.cancel()
  }
}

/** Where the words of a row stand in it. */
function boxesIn(row: HTMLElement): (word: number) => WordBox | undefined {
  const origin = row.getBoundingClientRect()
  const boxes = new Map<number, WordBox>()
  for (const element of row.querySelectorAll<HTMLElement>('[data-word]')) {
    const word = Number(element.dataset.word)
    const rect = element.getClientRects()[0]
    if (!rect) continue
    const x = rect.left - origin.left
    const y = rect.bottom - origin.top
    const before = boxes.get(word)
    // A word that a search match cuts in two is underlined as one.
    if (!before) boxes.set(word, { x, y, width: rect.width })
    else if (before.y === y) {
      const left = Math.min(x, before.x)
      const right = Math.max(x + rect.width, before.x + before.width)
      boxes.set(word, { x: left, y, width: right - left })
    }
  }
  return word => boxes.get(word)
}
