import { floatToPcm, SAMPLE_RATE_HZ } from '@livetap/audio'
import { seeded } from './recordings'

export function silence(seconds: number): Int16Array {
  return new Int16Array(seconds * SAMPLE_RATE_HZ)
}

/** Steady noise; `colour` near 1 takes the high tones away, as a fan or a street does. */
export function noise(seconds: number, level = 0.1, colour = 0): Int16Array {
  const next = seeded(7)
  let last = 0
  return floatToPcm(
    Float32Array.from({ length: seconds * SAMPLE_RATE_HZ }, () => {
      last = colour * last + (1 - colour) * (next() * 2 - 1)
      return (last * level) / Math.sqrt((1 - colour) / (1 + colour))
    }),
  )
}

/** Chords with overtones, attack and decay, changing twice a second. */
export function music(seconds: number): Int16Array {
  const chords = [
    [220, 277.2, 329.6],
    [246.9, 311.1, 370],
    [196, 246.9, 293.7],
    [174.6, 220, 261.6],
  ]
  return floatToPcm(
    Float32Array.from({ length: seconds * SAMPLE_RATE_HZ }, (_, i) => {
      const t = i / SAMPLE_RATE_HZ
      const beat = t % 0.5
      const envelope = Math.min(1, beat * 40) * Math.exp(-beat * 3)
      const chord = chords[Math.floor(t * 2) % chords.length]!
      const tone = (hz: number) =>
        [1, 2, 3, 4].reduce((sum, k) => sum + Math.sin(2 * Math.PI * hz * k * t) / (k * k), 0)
      return 0.12 * envelope * chord.reduce((sum, hz) => sum + tone(hz), 0)
    }),
  )
}

export function scaled(pcm: Int16Array, gain: number): Int16Array {
  return pcm.map(value => Math.round(value * gain))
}
