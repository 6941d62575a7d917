import { RATE_MAX, RATE_MIN } from '@livetap/session'

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const KEY = 'livetap.past.speed'

export function rememberedSpeed(): number {
  const kept = Number(localStorage.getItem(KEY))
  return kept >= RATE_MIN && kept <= RATE_MAX ? kept : 1
}

export function rememberSpeed(rate: number): void {
  try {
    localStorage.setItem(KEY, String(rate))
  } catch {
    // A full or forbidden storage costs the memory, never the speed.
  }
}

/** The next step up or down from any speed. */
export function nextSpeed(rate: number, step: 1 | -1): number {
  const faster = speeds.find(speed => speed > rate) ?? RATE_MAX
  return step > 0 ? faster : (speeds.findLast(speed => speed < rate) ?? RATE_MIN)
}
