import type { Sound } from '../../audio/sound'
import type { Silero } from '../../voice/silero'
import { voicedSpans } from '../../voice/voiced-spans'
import { concatenatedEmbeddings } from '../clustering/vbx-clustering'
import { diarizationSettings, windowsIn } from '../diarize-recording'
import type { VoicePrint } from '../diarizer'
import type { EmbeddingNetwork } from '../embeddings/embedding-network'
import { poolStatistics } from '../embeddings/statistics-pooling'
import type { XVectorModel } from '../embeddings/xvector-model'
import { speakerFeatures } from '../features/speaker-features'
import { cosine, sumOf } from '../vectors'

/** Grows with every change of a network, or of what a print is made of: prints of two versions cannot be compared. */
export const VOICE_PRINT_VERSION = 3

export interface VoicePrintModels {
  silero: Silero
  speaker: XVectorModel
  network: EmbeddingNetwork
}

/** Of less speech than this a print says too little about whose it is. */
const MIN_VOICED_MS = 5_000

/** The print of the one person who speaks in this sound; undefined with too little speech. */
export async function voicePrint(
  { silero, speaker, network }: VoicePrintModels,
  sound: Sound,
): Promise<VoicePrint | undefined> {
  const features = await speakerFeatures(silero, sound)
  const frames = features.voiced.length
  const pool = poolStatistics(await speaker.frameSums(features, 0, frames), 0, frames)
  if (pool.count * 10 < MIN_VOICED_MS) return undefined
  const { runs, windowFrames } = diarizationSettings
  const windows = windowsIn(voicedSpans(features.probabilities, runs), windowFrames)
  const embedding = sumOf(
    await network.vectorsAt(
      sound,
      windows.map(({ from }) => from),
    ),
  )
  return embedding && concatenatedEmbeddings(speaker.vectorOf(pool), ofLengthOne(embedding))
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}

/** How much alike two voices are: the mean of what both networks say, as in the diarization of a recording. */
export const voiceLikeness = (one: VoicePrint, other: VoicePrint): number => cosine(one, other)
