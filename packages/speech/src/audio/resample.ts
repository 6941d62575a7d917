const taps = 48

/** Band-limited resampling between any two rates, by a windowed sinc. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const ratio = to / from
  const cutoff = Math.min(1, ratio) * 0.95
  const reach = Math.ceil(taps / 2 / Math.min(1, ratio))
  const out = new Float32Array(Math.floor(samples.length * ratio))
  for (let i = 0; i < out.length; i++) {
    const centre = i / ratio
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(samples.length - 1, Math.floor(centre + reach))
    let sum = 0
    for (let k = first; k <= last; k++) {
      const x = k - centre
      const angle = Math.PI * x * cutoff
      const sinc = x === 0 ? 1 : Math.sin(angle) / angle
      sum += samples[k]! * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (reach + 1)))
    }
    out[i] = sum * cutoff
  }
  return out
}
