const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** "5 min. ago", "in 2 hr.": the date of lists. */
export function relativeText(atMs: number, nowMs: number): string {
  const passed = atMs - nowMs
  for (const [unit, ms] of units) {
    if (Math.abs(passed) >= ms) return format.format(Math.trunc(passed / ms), unit)
  }
  return 'just now'
}
