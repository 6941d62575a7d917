import { type HeardWell, spreadSize, timbreSize } from '../features/timbre'

/** How many values the frame layer of the speaker network gives. */
export const frameWidth = 1500

/** Windows lie on a raster of this many frames. */
export const rasterFrames = 10

/** Sums over each step of the raster, from which any window's statistics follow. */
export interface FrameSums {
  /** First frame; the raster starts here. */
  from: number
  to: number
  /** Voiced frames of each step. */
  counts: Float32Array
  /** Of the frame layer. */
  sums: Float32Array
  squares: Float32Array
  timbre: Float32Array
  spread: Float32Array
}

/** Sums over the voiced frames of any stretches of sound: two pools are one by adding them. */
export interface PooledStatistics extends HeardWell {
  sums: Float32Array
  squares: Float32Array
}

export function emptySums(from: number, to: number): FrameSums {
  const steps = Math.ceil((to - from) / rasterFrames)
  return {
    from,
    to,
    counts: new Float32Array(steps),
    sums: new Float32Array(steps * frameWidth),
    squares: new Float32Array(steps * frameWidth),
    timbre: new Float32Array(steps * timbreSize),
    spread: new Float32Array(steps * spreadSize),
  }
}

const emptyPool = (): PooledStatistics => ({
  count: 0,
  sums: new Float32Array(frameWidth),
  squares: new Float32Array(frameWidth),
  timbre: new Float32Array(timbreSize),
  spread: new Float32Array(spreadSize),
})

/** Adds one row of `from` to `to`. */
function add(to: Float32Array, from: Float32Array, row = 0): void {
  const start = row * to.length
  for (let c = 0; c < to.length; c++) to[c]! += from[start + c]!
}

/** The voiced frames between two frames, on the raster. */
export function poolStatistics(sums: FrameSums, from: number, to: number): PooledStatistics {
  const first = Math.max(0, Math.round((from - sums.from) / rasterFrames))
  const last = Math.min(sums.counts.length, Math.round((to - sums.from) / rasterFrames))
  const pool = emptyPool()
  for (let step = first; step < last; step++) {
    if (!sums.counts[step]) continue
    pool.count += sums.counts[step]!
    add(pool.sums, sums.sums, step)
    add(pool.squares, sums.squares, step)
    add(pool.timbre, sums.timbre, step)
    add(pool.spread, sums.spread, step)
  }
  return pool
}

export function mergeStatistics(pools: readonly PooledStatistics[]): PooledStatistics {
  const joined = emptyPool()
  for (const pool of pools) {
    joined.count += pool.count
    add(joined.sums, pool.sums)
    add(joined.squares, pool.squares)
    add(joined.timbre, pool.timbre)
    add(joined.spread, pool.spread)
  }
  return joined
}
