import { AudioTail, bytesToMs, msToBytes } from '@livetap/audio'
import { HOTWORD_RESUME_MS } from '@livetap/contract'

/** One stretch of sound on its way. */
export interface AudioPiece {
  startMs: number
  csi: number
  pcm: Uint8Array
}

/** At most half a second a frame: what waits after a cut goes in pieces too. */
const MAX_BYTES = msToBytes(512)

/**
 * The microphone's sound on one clock, the last 30 seconds of it buffered. Whose voice it is (csi) can change on the way; the
 * places of all its streams are on that one clock, so that a stream which goes on later has a hole of the right length.
 */
export class LiveAudio {
  readonly #tail: AudioTail
  /** Where each csi begins, in order. */
  #csis: { from: number; csi: number }[]
  #cursor = 0
  #lost = 0

  constructor(csi: number, keepMs = HOTWORD_RESUME_MS) {
    this.#tail = new AudioTail(keepMs)
    this.#csis = [{ from: 0, csi }]
  }

  /** Sound that was dropped before it could be sent. */
  get lostMs(): number {
    return bytesToMs(this.#lost)
  }

  get capturedMs(): number {
    return bytesToMs(this.#tail.end)
  }

  push(pcm: Int16Array): void {
    this.#tail.append(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
  }

  setCsi(csi: number): void {
    if (this.#csis.at(-1)?.csi === csi) return
    // What is no longer buffered needs no name.
    const first = this.#csis.findLastIndex(({ from }) => from <= this.#tail.start)
    this.#csis = [...this.#csis.slice(Math.max(0, first)), { from: this.#tail.end, csi }]
  }

  /** After a connect: goes on at the first sample that the other side does not have. */
  resumeFrom(received: Record<string, number> | undefined): void {
    // A service that names no positions gets what was not sent yet.
    if (received) this.#cursor = this.#firstMissing(received)
    this.#skipDropped()
  }

  /** The next piece to send; undefined when all is sent. */
  next(): AudioPiece | undefined {
    this.#skipDropped()
    const from = this.#cursor
    const at = this.#csis.findLastIndex(one => one.from <= from)
    const end = this.#csis[at + 1]?.from ?? this.#tail.end
    const to = Math.min(this.#tail.end, end, from + MAX_BYTES)
    if (to <= from) return undefined
    this.#cursor = to
    return { startMs: bytesToMs(from), csi: this.#csis[at]!.csi, pcm: this.#tail.slice(from, to) }
  }

  #firstMissing(received: Record<string, number>): number {
    for (const [at, { from, csi }] of this.#csis.entries()) {
      const to = this.#csis[at + 1]?.from ?? this.#tail.end
      const missing = Math.max(from, msToBytes(received[csi] ?? 0))
      if (missing < to) return missing
    }
    return this.#tail.end
  }

  #skipDropped(): void {
    if (this.#cursor >= this.#tail.start) return
    this.#lost += this.#tail.start - this.#cursor
    this.#cursor = this.#tail.start
  }
}
