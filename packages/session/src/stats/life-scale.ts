import type { LifeMark } from './stats-row'

export interface ScaledMark extends LifeMark {
  /** How long after the one before it. */
  readonly afterMs: number | undefined
  /** Along the strip, 0 to 1. */
  readonly place: number
}

interface MarkGroup {
  /** Where its labels begin, 0 to 1; no two groups are nearer than the width of one. */
  readonly place: number
  readonly marks: readonly ScaledMark[]
}

interface LifeScale {
  readonly groups: readonly MarkGroup[]
  /** From the first sound to the end. */
  readonly heard: readonly [from: number, to: number] | undefined
  /** How long after the meeting the rest came, where that is too long for the scale. */
  readonly breakMs: number | undefined
}

/** Labels side by side at most; each has that part of the width. */
const COLUMNS = 6
/** What comes so many times the meeting's length after its end stands behind a break. */
const MOST_LENGTHS = 2
const SHORTEST_MS = 1000
/** The width of the break, as a part of a column. */
const BREAK = 0.3

const at = (mark: LifeMark) => Date.parse(mark.at)

/** The stations of a meeting, sorted by time, at their places on a strip that is drawn to scale. */
export function lifeScale(marks: readonly LifeMark[]): LifeScale {
  const breakAt = breakOf(marks)
  const main = marks.slice(0, breakAt)
  const later = marks.slice(breakAt)
  const width = later.length > 0 ? 1 - (1 + BREAK) / COLUMNS : 1
  const firstMs = main[0] ? at(main[0]) : 0
  const lengthMs = main.length > 0 ? at(main.at(-1)!) - firstMs : 0
  const placed = marks.map(
    (mark, index): ScaledMark => ({
      ...mark,
      afterMs: index === 0 ? undefined : at(mark) - at(marks[index - 1]!),
      place: index >= breakAt ? 1 : lengthMs === 0 ? 0 : ((at(mark) - firstMs) / lengthMs) * width,
    }),
  )
  return {
    groups: groupsOf(placed.slice(0, breakAt), placed.slice(breakAt)),
    heard: heardOf(placed),
    breakMs: later[0] && main.length > 0 ? at(later[0]) - at(main.at(-1)!) : undefined,
  }
}

/** The index of the first mark behind the break; the number of marks without a break. */
function breakOf(marks: readonly LifeMark[]): number {
  const ended = marks.findLastIndex(({ label }) => label === 'Ended')
  if (ended < 0) return marks.length
  const mostMs = MOST_LENGTHS * Math.max(SHORTEST_MS, at(marks[ended]!) - at(marks[0]!))
  const later = marks.findIndex((mark, index) => index > ended && at(mark) - at(marks[index - 1]!) > mostMs)
  return later < 0 ? marks.length : later
}

function groupsOf(main: readonly ScaledMark[], later: readonly ScaledMark[]): MarkGroup[] {
  const groups: { place: number; marks: ScaledMark[] }[] = []
  for (const mark of main) {
    const last = groups.at(-1)
    if (last && mark.place < last.place + 1 / COLUMNS) last.marks.push(mark)
    else groups.push({ place: mark.place, marks: [mark] })
  }
  if (later.length > 0) groups.push({ place: 1, marks: [...later] })
  // The last labels end with the strip, and those before them make room.
  let end = 1
  for (const group of groups.toReversed()) {
    group.place = Math.max(0, Math.min(group.place, end - 1 / COLUMNS))
    end = group.place
  }
  return groups
}

function heardOf(marks: readonly ScaledMark[]): [number, number] | undefined {
  const from = marks.find(({ label }) => label === 'First sound')
  const to = marks.findLast(({ label }) => label === 'Left' || label === 'Ended')
  return from && to && to.place > from.place ? [from.place, to.place] : undefined
}
