/** A value at a time; undefined where nothing is known. */
export interface Point {
  readonly ms: number
  readonly value: number | undefined
}

export interface Frame {
  readonly fromMs: number
  readonly toMs: number
  /** One is written every so often: what is further apart has a gap between. */
  readonly stepMs: number
  readonly width: number
  readonly height: number
}

/** SVG path data of a line that breaks where nothing is known; a value between two gaps is a short stroke. */
export function sparkline(points: readonly Point[], frame: Frame): string {
  const { fromMs, toMs, stepMs, width, height } = frame
  const known = points.filter((point): point is Point & { value: number } => point.value !== undefined)
  const most = Math.max(...known.map(({ value }) => value), 0)
  const x = (ms: number) => round(((ms - fromMs) / (toMs - fromMs)) * width)
  const y = (value: number) => round(most === 0 ? height : height - (value / most) * height)
  let path = ''
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { ms, value } of known) {
    const isNew = ms - lastMs > stepMs * 1.5
    path += isNew ? `M${x(ms)} ${y(value)}h1` : `L${x(ms)} ${y(value)}`
    lastMs = ms
  }
  return path
}

const round = (pixels: number) => Math.round(pixels * 10) / 10
