import type { Enhancement } from '@livetap/contract'
import type { Scope } from '../scope'

const LOOK_MS = 10_000

/**
 * True once the text of an ended call was replaced by a better one; false when nothing comes. What comes of a call
 * that ended just now may not be known yet, so that it is asked once more in any case.
 */
export async function untilImproved(
  first: Enhancement | undefined,
  look: () => Promise<Enhancement | undefined>,
  scope: Scope,
): Promise<boolean> {
  if (first === undefined || first === 'done') return false
  for (;;) {
    await scope.wait(LOOK_MS)
    const state = await look()
    if (state === 'done') return true
    if (state !== 'pending') return false
  }
}
