import type { Speaker } from './speakers'

/**
 * A palette index for each speaker key. Given ones never change, so that a speaker keeps its colour when more
 * of the meeting arrives or texts are edited; new ones take the least used index, lowest first.
 */
export function assignSpeakerColours(
  speakers: readonly Speaker[],
  paletteSize: number,
  before: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const colours = new Map(before)
  const uses = new Array<number>(Math.max(1, paletteSize)).fill(0)
  for (const colour of colours.values()) if (colour < uses.length) uses[colour]!++
  for (const { key } of speakers) {
    if (colours.has(key)) continue
    const colour = uses.indexOf(Math.min(...uses))
    uses[colour]!++
    colours.set(key, colour)
  }
  return colours
}
