const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "0.3 s", "45 s", "2 min 5 s", "12 min", "1 h 5 min", "3 d 2 h": as exact as its length is worth. */
export function spanText(ms: number): string {
  if (ms < 9_950) return `${(ms / SECOND).toFixed(1)} s`
  if (ms < MINUTE - 500) return `${Math.round(ms / SECOND)} s`
  if (ms < 10 * MINUTE - 500) return parts(ms, [MINUTE, 'min'], [SECOND, 's'])
  if (ms < HOUR - MINUTE / 2) return `${Math.round(ms / MINUTE)} min`
  return ms < DAY - MINUTE / 2 ? parts(ms, [HOUR, 'h'], [MINUTE, 'min']) : parts(ms, [DAY, 'd'], [HOUR, 'h'])
}

function parts(ms: number, [large, name]: [number, string], [small, smallName]: [number, string]): string {
  const whole = Math.round(ms / small) * small
  const rest = (whole % large) / small
  return `${Math.floor(whole / large)} ${name}${rest > 0 ? ` ${rest} ${smallName}` : ''}`
}
