import { Fft } from '../../audio/fft'

export const CEPSTRA = 23
export const CEPSTRA_RATE_HZ = 8_000
const FRAME_SIZE = 200
export const FRAME_HOP = 80
const FFT_SIZE = 256
const BANDS = 23

const mel = (hz: number) => 1127 * Math.log(1 + hz / 700)

/** Kaldi's filters: triangles on the mel axis over the bins' own mel values. */
const bank = (() => {
  const [low, high] = [mel(20), mel(3_700)]
  const step = (high - low) / (BANDS + 1)
  return Array.from({ length: BANDS }, (_, band) =>
    Float64Array.from({ length: FFT_SIZE / 2 }, (_, bin) => {
      const at = mel((bin * CEPSTRA_RATE_HZ) / FFT_SIZE)
      const left = low + band * step
      return Math.max(0, Math.min((at - left) / step, (left + 2 * step - at) / step))
    }),
  )
})()
const dct = Array.from({ length: CEPSTRA }, (_, k) =>
  Float64Array.from({ length: BANDS }, (_, n) => {
    const scale = k === 0 ? Math.sqrt(1 / BANDS) : Math.sqrt(2 / BANDS)
    return scale * Math.cos((Math.PI / BANDS) * (n + 0.5) * k) * (1 + 11 * Math.sin((Math.PI * k) / 22))
  }),
)
const window = Float64Array.from(
  { length: FRAME_SIZE },
  (_, i) => (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (FRAME_SIZE - 1))) ** 0.85,
)
const fft = new Fft(FFT_SIZE)
const TINY = 1.1920929e-7

export const framesIn = (samples: number): number =>
  Math.max(0, 1 + Math.floor((samples - FRAME_SIZE) / FRAME_HOP))

/** Cepstra of 8 kHz sound, one row of 23 every 10 ms, as the speaker network was trained with. */
export function mfcc(samples: Float32Array): { frames: number; data: Float32Array } {
  const frames = framesIn(samples.length)
  const data = new Float32Array(frames * CEPSTRA)
  const frame = new Float64Array(FFT_SIZE)
  const power = new Float64Array(FFT_SIZE / 2 + 1)
  const logs = new Float64Array(BANDS)
  for (let index = 0; index < frames; index++) {
    let mean = 0
    for (let i = 0; i < FRAME_SIZE; i++) mean += samples[index * FRAME_HOP + i]! * 32_768
    mean /= FRAME_SIZE
    let energy = 0
    for (let i = 0; i < FRAME_SIZE; i++) {
      const value = samples[index * FRAME_HOP + i]! * 32_768 - mean
      frame[i] = value
      energy += value * value
    }
    for (let i = FRAME_SIZE - 1; i > 0; i--) frame[i]! -= 0.97 * frame[i - 1]!
    frame[0]! -= 0.97 * frame[0]!
    for (let i = 0; i < FRAME_SIZE; i++) frame[i]! *= window[i]!
    frame.fill(0, FRAME_SIZE)
    fft.power(frame, power)
    for (let band = 0; band < BANDS; band++) {
      const filter = bank[band]!
      let sum = 0
      for (let bin = 0; bin < filter.length; bin++) sum += filter[bin]! * power[bin]!
      logs[band] = Math.log(Math.max(sum, TINY))
    }
    for (let k = 1; k < CEPSTRA; k++) {
      let sum = 0
      for (let n = 0; n < BANDS; n++) sum += dct[k]![n]! * logs[n]!
      data[index * CEPSTRA + k] = sum
    }
    data[index * CEPSTRA] = Math.log(Math.max(energy, TINY))
  }
  return { frames, data }
}
