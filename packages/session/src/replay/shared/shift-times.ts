/** Fields that hold a moment of the meeting's clock, in utterances, their words and highlights alike. */
const TIMES = new Set(['start_millis', 'end_millis'])

/** The answers of a stretch of a meeting on the clock of its sound, which begins where the stretch begins. */
export function shiftTimes(value: unknown, byMs: number): unknown {
  if (byMs === 0) return value
  if (Array.isArray(value)) return value.map(one => shiftTimes(one, byMs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      TIMES.has(name) && typeof field === 'number' ? Math.max(0, field + byMs) : shiftTimes(field, byMs),
    ]),
  )
}
