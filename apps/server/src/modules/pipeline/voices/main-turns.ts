import type { Turn } from '../stage-outputs'

/**
 * Turns, in order, without those of a second voice: each of these lies inside another's turn, behind it in the list.
 * Where two speak at once the recogniser writes down the louder one, whose turn it is.
 */
export function mainTurns(turns: readonly Turn[]): Turn[] {
  let endMs = Number.NEGATIVE_INFINITY
  return turns.filter(turn => {
    if (turn[2] <= endMs) return false
    endMs = turn[2]
    return true
  })
}
