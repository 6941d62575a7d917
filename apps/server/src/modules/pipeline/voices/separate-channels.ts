/** Two channels whose loudness moves together more than this carry the same voices. */
const SAME_VOICES = 0.55
const SILENT_RMS = 30
const WINDOW_MS = 100

/** Loudness of each channel over time, as samples come in. */
export class ChannelLoudness {
  readonly #windowFrames: number
  readonly #levels: number[][]
  readonly #sums: Float64Array
  #frames = 0

  constructor(
    private readonly channels: number,
    sampleRate: number,
  ) {
    this.#windowFrames = (sampleRate * WINDOW_MS) / 1000
    this.#levels = Array.from({ length: channels }, () => [])
    this.#sums = new Float64Array(channels)
  }

  push(interleaved: Int16Array): void {
    for (let at = 0; at + this.channels <= interleaved.length; at += this.channels) {
      for (let channel = 0; channel < this.channels; channel++)
        this.#sums[channel]! += interleaved[at + channel]! ** 2
      if (++this.#frames === this.#windowFrames) this.#close()
    }
  }

  /**
   * The channels that carry a voice of their own: at least two, none of which sounds like another. Otherwise none:
   * a stereo picture of one room, recognised twice, would say everything twice.
   */
  separate(): number[] {
    const heard = this.#levels.flatMap((levels, channel) =>
      levels.some(level => level > SILENT_RMS) ? [channel] : [],
    )
    if (heard.length < 2) return []
    for (const [index, one] of heard.entries())
      for (const other of heard.slice(index + 1))
        if (correlation(this.#levels[one]!, this.#levels[other]!) > SAME_VOICES) return []
    return heard
  }

  #close(): void {
    for (let channel = 0; channel < this.channels; channel++) {
      this.#levels[channel]!.push(Math.sqrt(this.#sums[channel]! / this.#frames))
      this.#sums[channel] = 0
    }
    this.#frames = 0
  }
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanA = mean(a)
  const meanB = mean(b)
  let ab = 0
  let aa = 0
  let bb = 0
  for (let at = 0; at < a.length; at++) {
    const da = a[at]! - meanA
    const db = b[at]! - meanB
    ab += da * db
    aa += da * da
    bb += db * db
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : 1
}
