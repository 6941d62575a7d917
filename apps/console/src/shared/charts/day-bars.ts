export interface DayValue {
  /** `yyyy-MM-dd`, UTC. */
  day: string
  values: readonly number[]
}

const DAY_MS = 86_400_000
const MIN_DAYS = 7

/**
 * Every day from the first to the last, those without a value as zeros; at least a week, so that one day is no plot of
 * its own, and at most `maxDays`, the last ones.
 */
export function everyDay(days: readonly DayValue[], maxDays = 366): DayValue[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const known = new Map(days.map(({ day, values }) => [day, values]))
  const zeros = first.values.map(() => 0)
  const endMs = Date.parse(last.day)
  const fromMs = Math.min(Date.parse(first.day), endMs - (MIN_DAYS - 1) * DAY_MS)
  const startMs = Math.max(fromMs, endMs - (maxDays - 1) * DAY_MS)
  const all: DayValue[] = []
  for (let ms = startMs; ms <= endMs; ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10)
    all.push({ day, values: known.get(day) ?? zeros })
  }
  return all
}
