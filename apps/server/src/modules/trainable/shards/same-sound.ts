import type { StoredUtterance } from '../../transcripts'
import type { Shard } from './shard'

export type ShardSpan = Pick<Shard, 'startOffsetMs' | 'endOffsetMs'>
export type Voice = Pick<Shard, 'csi' | 'speakerIds'>

/** Two people of a call can share a csi: who speaks decides, where both sides know it. */
export function isSameVoice(
  { csis, speakerIds }: Pick<StoredUtterance, 'csis' | 'speakerIds'>,
  voice: Voice,
): boolean {
  if ((csis[0] ?? null) !== voice.csi) return false
  const isKnown = speakerIds.length > 0 && voice.speakerIds.length > 0
  return !isKnown || speakerIds.some(id => voice.speakerIds.includes(id))
}

export const isInside = ({ startOffsetMs, endOffsetMs }: ShardSpan, momentMs: number): boolean =>
  momentMs >= startOffsetMs && momentMs < endOffsetMs
