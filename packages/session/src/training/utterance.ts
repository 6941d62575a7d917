import type { ShardPeaks, TrainableAudio } from '@livetap/contract'

export interface UtterancePeaks extends Omit<ShardPeaks, 'peaks'> {
  readonly peaks: ArrayLike<number>
}

/** A trainable utterance as a list holds it. */
export interface Utterance extends Omit<TrainableAudio, 'peaks'> {
  readonly peaks: UtterancePeaks | null
}

/** A list may hold fifty thousand waveforms: a byte for each value instead of a number. */
export const withBytePeaks = (item: TrainableAudio): Utterance =>
  item.peaks ? { ...item, peaks: { ...item.peaks, peaks: Int8Array.from(item.peaks.peaks) } } : item
