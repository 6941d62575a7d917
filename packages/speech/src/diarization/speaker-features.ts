import { resample } from '../audio/resample'
import { voicedSpans } from '../voice/voiced-spans'
import { mfcc, normalizeMeans } from './mfcc'

export interface SpeakerFeatures {
  /** As they are. */
  cepstra: Float32Array
  /** Without their running mean, as the network wants them. */
  features: Float32Array
  /** 1 for each frame with speech in it. */
  voiced: Uint8Array
}

const pooling = { open: 0.5, close: 0.35, silenceMs: 100, padMs: 0 }

/** Features and voiced frames of 16 kHz sound. */
export function speakerFeatures(samples: Float32Array, probabilities: Float32Array): SpeakerFeatures {
  const { frames, data } = mfcc(resample(samples, 16_000, 8_000))
  const voiced = new Uint8Array(frames)
  for (const { startMs, endMs } of voicedSpans(probabilities, pooling)) {
    voiced.fill(1, Math.floor(startMs / 10), Math.min(frames, Math.floor(endMs / 10)))
  }
  return { cepstra: data, voiced, features: normalizeMeans(data, voiced) }
}
