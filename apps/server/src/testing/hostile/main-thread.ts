import { readFileSync } from 'node:fs'

/** What this thread has computed so far, in milliseconds: time that others had the processor is not counted. */
function computedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** The longest that the event loop of this thread was held up, in milliseconds of computing, while `work` was done. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let before = computedMs()
  let ms = 0
  const look = () => {
    const now = computedMs()
    ms = Math.max(ms, now - before)
    before = now
  }
  const ticking = setInterval(look, 1)
  try {
    const result = await work()
    look()
    return { result, ms }
  } finally {
    clearInterval(ticking)
  }
}

const TEXT = 'so it is said '.repeat(100_000)

/** The scheduler of a busy machine counts what a thread computed at ticks of some milliseconds: one piece can read as nothing. */
const MEASURED_MS = 20

/** A piece of work that takes about 2 ms on a quiet machine: what it takes here and now. */
export function standardWorkMs(): number {
  const before = computedMs()
  for (let pieces = 1; ; pieces++) {
    let sum = 0
    for (let at = 0; at < TEXT.length; at++) sum = (sum * 31 + TEXT.charCodeAt(at)) | 0
    const ms = computedMs() - before + (sum === 1 ? 1 : 0)
    if (ms >= MEASURED_MS) return ms / pieces
  }
}
