import { Fft } from '../../audio/fft'

export const cepstra = 23
export const cepstraRateHz = 8_000
const frameSize = 200
export const frameHop = 80
const fftSize = 256
const bands = 23

const mel = (hz: number) => 1127 * Math.log(1 + hz / 700)

/** Kaldi's filters: triangles on the mel axis over the bins' own mel values. */
const bank = (() => {
  const [low, high] = [mel(20), mel(3_700)]
  const step = (high - low) / (bands + 1)
  return Array.from({ length: bands }, (_, band) =>
    Float64Array.from({ length: fftSize / 2 }, (_, bin) => {
      const at = mel((bin * cepstraRateHz) / fftSize)
      const left = low + band * step
      return Math.max(0, Math.min((at - left) / step, (left + 2 * step - at) / step))
    }),
  )
})()
const dct = Array.from({ length: cepstra }, (_, k) =>
  Float64Array.from({ length: bands }, (_, n) => {
    const scale = k === 0 ? Math.sqrt(1 / bands) : Math.sqrt(2 / bands)
    return scale * Math.cos((Math.PI / bands) * (n + 0.5) * k) * (1 + 11 * Math.sin((Math.PI * k) / 22))
  }),
)
const window = Float64Array.from(
  { length: frameSize },
  (_, i) => (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (frameSize - 1))) ** 0.85,
)
const fft = new Fft(fftSize)
const tiny = 1.1920929e-7

export const framesIn = (samples: number): number =>
  Math.max(0, 1 + Math.floor((samples - frameSize) / frameHop))

/** Cepstra of 8 kHz sound, one row of 23 every 10 ms, as the speaker network was trained with. */
export function mfcc(samples: Float32Array): { frames: number; data: Float32Array } {
  const frames = framesIn(samples.length)
  const data = new Float32Array(frames * cepstra)
  const frame = new Float64Array(fftSize)
  const power = new Float64Array(fftSize / 2 + 1)
  const logs = new Float64Array(bands)
  for (let index = 0; index < frames; index++) {
    let mean = 0
    for (let i = 0; i < frameSize; i++) mean += samples[index * frameHop + i]! * 32_768
    mean /= frameSize
    let energy = 0
    for (let i = 0; i < frameSize; i++) {
      const value = samples[index * frameHop + i]! * 32_768 - mean
      frame[i] = value
      energy += value * value
    }
    for (let i = frameSize - 1; i > 0; i--) frame[i]! -= 0.97 * frame[i - 1]!
    frame[0]! -= 0.97 * frame[0]!
    for (let i = 0; i < frameSize; i++) frame[i]! *= window[i]!
    frame.fill(0, frameSize)
    fft.power(frame, power)
    for (let band = 0; band < bands; band++) {
      const filter = bank[band]!
      let sum = 0
      for (let bin = 0; bin < filter.length; bin++) sum += filter[bin]! * power[bin]!
      logs[band] = Math.log(Math.max(sum, tiny))
    }
    for (let k = 1; k < cepstra; k++) {
      let sum = 0
      for (let n = 0; n < bands; n++) sum += dct[k]![n]! * logs[n]!
      data[index * cepstra + k] = sum
    }
    data[index * cepstra] = Math.log(Math.max(energy, tiny))
  }
  return { frames, data }
}
