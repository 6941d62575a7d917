import { type Sound, samplesIn } from '../../audio/sound'
import type { Silero } from '../../voice/silero'
import { speechProbabilities } from '../../voice/speech-probabilities'
import { voicedSpans } from '../../voice/voiced-spans'
import type { SegmentationModel, SpeakerActivity } from '../overlap/segmentation-model'
import { SegmentationStream } from '../overlap/segmentation-stream'
import { CepstralMeanNormalization } from './cepstral-mean-normalization'
import { CEPSTRA } from './mfcc'
import { MfccStream } from './mfcc-stream'

export interface SpeakerFeatures {
  /** As they are. */
  cepstra: Float32Array
  normalized: CepstralMeanNormalization
  /** 1 for each frame with speech in it. */
  voiced: Uint8Array
  /** Of speech, one for each 32 ms. */
  probabilities: Float32Array
  /** Who speaks together with whom; empty without the network for it. */
  together: readonly SpeakerActivity[]
}

const pooling = { open: 0.5, close: 0.35, silenceMs: 100, padMs: 0 }

/** Features and voiced frames of 16 kHz sound. */
export async function speakerFeatures(
  silero: Silero,
  sound: Sound,
  overlap?: SegmentationModel,
): Promise<SpeakerFeatures> {
  const stream = new MfccStream(samplesIn(sound))
  const overlaps = overlap && new SegmentationStream(overlap)
  const probabilities = await speechProbabilities(silero, sound, async block => {
    stream.push(block)
    await overlaps?.push(block)
  })
  const data = stream.finish()
  const frames = data.length / CEPSTRA
  const voiced = new Uint8Array(frames)
  for (const { startMs, endMs } of voicedSpans(probabilities, pooling)) {
    voiced.fill(1, Math.floor(startMs / 10), Math.min(frames, Math.floor(endMs / 10)))
  }
  const together = (await overlaps?.finish()) ?? []
  return {
    cepstra: data,
    voiced,
    probabilities,
    together,
    normalized: new CepstralMeanNormalization(data, voiced),
  }
}
