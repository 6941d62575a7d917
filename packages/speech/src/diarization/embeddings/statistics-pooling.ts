import { SPREAD_SIZE, TIMBRE_SIZE, type TimbreStatistics } from '../features/timbre'

/** How many values the frame layer of the speaker network gives. */
export const FRAME_WIDTH = 1500

/** Windows lie on a raster of this many frames. */
export const RASTER_FRAMES = 10

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
export interface PooledStatistics extends TimbreStatistics {
  sums: Float32Array
  squares: Float32Array
}

export function emptySums(from: number, to: number): FrameSums {
  const steps = Math.ceil((to - from) / RASTER_FRAMES)
  return {
    from,
    to,
    counts: new Float32Array(steps),
    sums: new Float32Array(steps * FRAME_WIDTH),
    squares: new Float32Array(steps * FRAME_WIDTH),
    timbre: new Float32Array(steps * TIMBRE_SIZE),
    spread: new Float32Array(steps * SPREAD_SIZE),
  }
}

const emptyPool = (): PooledStatistics => ({
  count: 0,
  sums: new Float32Array(FRAME_WIDTH),
  squares: new Float32Array(FRAME_WIDTH),
  timbre: new Float32Array(TIMBRE_SIZE),
  spread: new Float32Array(SPREAD_SIZE),
})

/** Adds one row of `from` to `to`. */
function add(to: Float32Array, from: Float32Array, row = 0): void {
  const start = row * to.length
  for (let c = 0; c < to.length; c++) to[c]! += from[start + c]!
}

/** The voiced frames between two frames, on the raster. */
export function poolStatistics(sums: FrameSums, from: number, to: number): PooledStatistics {
  const first = Math.max(0, Math.round((from - sums.from) / RASTER_FRAMES))
  const last = Math.min(sums.counts.length, Math.round((to - sums.from) / RASTER_FRAMES))
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
