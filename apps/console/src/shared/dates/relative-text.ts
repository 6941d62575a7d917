const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** "5 min. ago". The first page does without the date library: this is all it would need of it. */
export function relativeText(atMs: number, nowMs: number): string {
  const passed = atMs - nowMs
  for (const [unit, ms] of units) {
    if (Math.abs(passed) >= ms) return format.format(Math.trunc(passed / ms), unit)
  }
  return 'just now'
}
