import { setTimeout as wait } from 'node:timers/promises'

const FRAME_MS = 64

/** Says so much, as fast as time passes; where the run is over before, it stops behind a word. Answers how much was said. */
export async function speak(
  totalMs: number,
  wordMs: number,
  isOver: () => boolean,
  say: (fromMs: number, toMs: number) => void,
): Promise<number> {
  const from = performance.now()
  let untilMs = totalMs
  for (let saidMs = 0; saidMs < untilMs; await wait(FRAME_MS / 2)) {
    if (isOver()) untilMs = Math.min(totalMs, Math.max(1, Math.ceil(saidMs / wordMs)) * wordMs)
    while (saidMs < Math.min(untilMs, performance.now() - from)) {
      const next = Math.min(saidMs + FRAME_MS, untilMs)
      say(saidMs, next)
      saidMs = next
    }
  }
  return untilMs
}
