import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'

/** A wav of a quiet hum: real sound for the decoder, regardless of what the scripted engine says about it. */
export function humWav(seconds: number, channels = 1): Uint8Array {
  const hum = Int16Array.from({ length: seconds * SAMPLE_RATE_HZ * channels }, (_, at) =>
    Math.round(2_000 * Math.sin(at / 9)),
  )
  return writeWav(hum, channels)
}
