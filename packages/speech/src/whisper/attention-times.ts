/** Where each token lies in the sound, from the decoder's attention: the cheapest monotonous path. */
export function tokenFrames(heads: readonly Float32Array[], tokens: number, frames: number): number[] {
  const cost = averageCost(heads, tokens, frames)
  const total = new Float64Array((tokens + 1) * (frames + 1)).fill(Number.POSITIVE_INFINITY)
  const move = new Uint8Array((tokens + 1) * (frames + 1))
  const width = frames + 1
  total[0] = 0
  for (let t = 1; t <= tokens; t++) {
    for (let f = 1; f <= frames; f++) {
      const both = total[(t - 1) * width + f - 1]!
      const token = total[(t - 1) * width + f]!
      const frame = total[t * width + f - 1]!
      const least = Math.min(both, token, frame)
      move[t * width + f] = least === both ? 0 : least === token ? 1 : 2
      total[t * width + f] = cost[(t - 1) * frames + f - 1]! + least
    }
  }
  const start = new Array<number>(tokens).fill(0)
  for (let t = tokens, f = frames; t > 0 && f > 0; ) {
    start[t - 1] = f - 1
    const step = move[t * width + f]
    if (step !== 2) t -= 1
    if (step !== 1) f -= 1
  }
  return start
}

/** Minus the mean over heads of attention, standardised over tokens and smoothed over time. */
function averageCost(heads: readonly Float32Array[], tokens: number, frames: number): Float32Array {
  const cost = new Float32Array(tokens * frames)
  const near = new Float32Array(7)
  for (const head of heads) {
    const normal = new Float32Array(tokens * frames)
    for (let f = 0; f < frames; f++) {
      let sum = 0
      let squares = 0
      for (let t = 0; t < tokens; t++) {
        const value = head[t * frames + f]!
        sum += value
        squares += value * value
      }
      const mean = sum / tokens
      const deviation = Math.sqrt(Math.max(squares / tokens - mean * mean, 1e-12))
      for (let t = 0; t < tokens; t++) normal[t * frames + f] = (head[t * frames + f]! - mean) / deviation
    }
    for (let t = 0; t < tokens; t++) {
      for (let f = 0; f < frames; f++) {
        for (let k = 0; k < 7; k++) {
          const at = Math.min(frames - 1, Math.max(0, f + k - 3))
          near[k] = normal[t * frames + at]!
        }
        cost[t * frames + f]! -= near.toSorted()[3]! / heads.length
      }
    }
  }
  return cost
}
