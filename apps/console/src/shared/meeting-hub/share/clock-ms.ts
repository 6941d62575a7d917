const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,2})(?:\.(\d{1,3}))?$/

/** A moment as people type it: `90`, `1:30`, `0:01:30`. Undefined for any other text. */
export function clockMs(text: string): number | undefined {
  const found = CLOCK.exec(text.trim())
  if (!found) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1, 4).map(part => Number(part ?? 0))
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[4] ?? '').padEnd(3, '0'))
}
