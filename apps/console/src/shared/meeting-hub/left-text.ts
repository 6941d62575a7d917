const MINUTE_MS = 60_000

/** An estimate as a person says it. */
export function leftText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute left'
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return `about ${minutes} min left`
  const rest = minutes % 60
  return `about ${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''} left`
}
