const FULL_SCALE = 32_768

/** The nearest 16-bit value; what lies beyond full scale is clipped, never wrapped. */
export const clipToPcm16 = (value: number): number =>
  Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value)))

/** From −1 … 1. */
export const toPcm16 = (sample: number): number => clipToPcm16(sample * FULL_SCALE)

export const floatToPcm = (samples: Float32Array): Int16Array => Int16Array.from(samples, toPcm16)

export function pcmToFloat(pcm: Int16Array): Float32Array {
  const out = new Float32Array(pcm.length)
  for (let i = 0; i < pcm.length; i++) out[i] = pcm[i]! / FULL_SCALE
  return out
}

/** The mean of all channels. */
export function mixChannels(channels: readonly Float32Array[]): Float32Array {
  if (channels.length === 1) return channels[0]!
  const mono = new Float32Array(channels[0]?.length ?? 0)
  for (let i = 0; i < mono.length; i++) {
    let sum = 0
    for (const channel of channels) sum += channel[i]!
    mono[i] = sum / channels.length
  }
  return mono
}

export function concatPcm(parts: readonly Int16Array[]): Int16Array {
  const out = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
