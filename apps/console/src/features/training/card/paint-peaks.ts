import type { ListedPeaks } from '@livetap/session'

/** Draws a waveform over the whole canvas; a quiet one still fills its height. */
export function paintPeaks(
  context: CanvasRenderingContext2D,
  { peaks }: ListedPeaks,
  width: number,
  height: number,
): void {
  const steps = peaks.length / 2
  const middle = height / 2
  let loudest = 8
  for (let at = 0; at < peaks.length; at++) loudest = Math.max(loudest, Math.abs(peaks[at]!))
  const scale = (middle - 1) / loudest
  context.beginPath()
  for (let x = 0; x < width; x++) {
    const first = Math.floor((x / width) * steps)
    const last = Math.max(first + 1, Math.floor(((x + 1) / width) * steps))
    let low = 0
    let high = 0
    for (let step = first; step < last; step++) {
      low = Math.min(low, peaks[step * 2] ?? 0)
      high = Math.max(high, peaks[step * 2 + 1] ?? 0)
    }
    context.rect(x, middle - high * scale, 1, (high - low) * scale + 1)
  }
  context.fill()
}
