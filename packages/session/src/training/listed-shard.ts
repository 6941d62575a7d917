import type { ShardPeaks, ShardRead } from '@livetap/contract'

export interface ListedPeaks extends Omit<ShardPeaks, 'peaks'> {
  readonly peaks: ArrayLike<number>
}

/** A shard as a list holds it. */
export interface ListedShard extends Omit<ShardRead, 'peaks'> {
  readonly peaks?: ListedPeaks | null
}

/** A list may hold fifty thousand waveforms: a byte for each value instead of a number. */
export const withBytePeaks = (item: ShardRead): ListedShard =>
  item.peaks ? { ...item, peaks: { ...item.peaks, peaks: Int8Array.from(item.peaks.peaks) } } : item
