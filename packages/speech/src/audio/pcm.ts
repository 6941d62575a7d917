function peakOf(samples: Float32Array): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!))
  return peak
}

/** Brings quiet sound near full scale; loud sound is returned as it is. */
export function withGain(samples: Float32Array, target = 0.9): Float32Array {
  const peak = peakOf(samples)
  if (peak === 0 || peak >= target / 1.5) return samples
  const gain = target / peak
  return samples.map(value => value * gain)
}

/** Root mean square of each 10 ms, the base of every trim and cut by energy. */
function energyFrames(samples: Float32Array, frame = 160): Float32Array {
  const out = new Float32Array(Math.floor(samples.length / frame))
  for (let index = 0; index < out.length; index++) {
    let sum = 0
    for (let i = index * frame; i < (index + 1) * frame; i++) sum += samples[i]! * samples[i]!
    out[index] = Math.sqrt(sum / frame)
  }
  return out
}

export interface SampleRange {
  from: number
  to: number
}

/** The part between the first and the last frame within `floorDb` of the loudest one. */
export function loudPart(samples: Float32Array, floorDb = 35, marginSamples = 800): SampleRange {
  const frames = energyFrames(samples)
  let peak = 0
  for (const value of frames) peak = Math.max(peak, value)
  const floor = peak * 10 ** (-floorDb / 20)
  const first = frames.findIndex(value => value >= floor)
  const last = frames.findLastIndex(value => value >= floor)
  if (first < 0 || peak === 0) return { from: 0, to: samples.length }
  return {
    from: Math.max(0, first * 160 - marginSamples),
    to: Math.min(samples.length, (last + 1) * 160 + marginSamples),
  }
}
