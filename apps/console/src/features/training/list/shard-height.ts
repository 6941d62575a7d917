import type { ListedShard } from '@livetap/session'

const CHARACTER_PX = 7
const LINE_PX = 22
/** Below this the sound is above the text; the same number is in the CSS. */
const NARROW_PX = 870

/** A guess of a card's height, close enough that the scroll bar does not jump. */
export function shardHeight({ transcript = '' }: ListedShard, width: number): number {
  const isNarrow = width < NARROW_PX
  const textWidth = isNarrow ? width - 40 : width - Math.min(380, Math.max(260, width / 3)) - 80
  const lines = Math.ceil((transcript.length * CHARACTER_PX) / Math.max(100, textWidth))
  return (isNarrow ? 236 : 137) + Math.max(0, lines - 2) * LINE_PX
}
