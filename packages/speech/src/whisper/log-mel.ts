import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { PowerSpectrum } from '../audio/power-spectrum'

const SIZE = 400
const HOP = 160
export const MEL_BANDS = 80

const hzToMel = (hz: number) => (hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4))
const melToHz = (mel: number) =>
  mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp((Math.log(6.4) * (mel - 15)) / 27)

/** Triangles on the Slaney scale, each of unit area, as Whisper was trained with. */
function filters(bins: number): Float32Array[] {
  const top = hzToMel(8000)
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => melToHz((top * i) / (MEL_BANDS + 1)))
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low, mid, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    return Float32Array.from({ length: bins }, (_, bin) => {
      const hz = (bin * SAMPLE_RATE_HZ) / SIZE
      const height = Math.max(0, Math.min((hz - low) / (mid - low), (high - hz) / (high - mid)))
      return (height * 2) / (high - low)
    })
  })
}

const spectrum = new PowerSpectrum(SIZE)
const bank = filters(spectrum.bins)
const window = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE))

/** Whisper's features, band by band, of exactly `frames` frames; sound beyond them is left out. */
export function logMel(samples: Float32Array, frames: number): Float32Array {
  const out = new Float32Array(MEL_BANDS * frames)
  const frame = new Float32Array(SIZE)
  const power = new Float32Array(spectrum.bins)
  const mirror = (at: number) => (at < 0 ? -at : at)
  let top = Number.NEGATIVE_INFINITY
  for (let index = 0; index < frames; index++) {
    const start = index * HOP - SIZE / 2
    if (start >= samples.length) {
      for (let band = 0; band < MEL_BANDS; band++) out[band * frames + index] = -10
      top = Math.max(top, -10)
      continue
    }
    for (let i = 0; i < SIZE; i++) frame[i] = (samples[mirror(start + i)] ?? 0) * window[i]!
    spectrum.compute(frame, power)
    for (let band = 0; band < MEL_BANDS; band++) {
      const filter = bank[band]!
      let sum = 0
      for (let bin = 0; bin < power.length; bin++) sum += filter[bin]! * power[bin]!
      const value = Math.log10(Math.max(sum, 1e-10))
      out[band * frames + index] = value
      top = Math.max(top, value)
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i]!, top - 8) + 4) / 4
  return out
}
