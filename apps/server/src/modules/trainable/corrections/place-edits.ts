/** Where sound lies in a meeting. */
export interface SoundSpan {
  csi: number | null
  /** Null where no one knows it. */
  participantId: string | null
  startOffsetMs: number
  endOffsetMs: number
}

/** A text fits other sound only where nearly all of it is the same: less, and words are missing or too many. */
const MIN_SHARED = 0.8

/** The share of the sound of both that is the sound of each. */
function sharedSound(a: SoundSpan, b: SoundSpan): number {
  if (a.csi !== b.csi || areOthers(a, b)) return 0
  const shared = Math.min(a.endOffsetMs, b.endOffsetMs) - Math.max(a.startOffsetMs, b.startOffsetMs)
  const together = Math.max(a.endOffsetMs, b.endOffsetMs) - Math.min(a.startOffsetMs, b.startOffsetMs)
  return together > 0 ? Math.max(0, shared) / together : 0
}

/** Two people of a call may have the same csi. */
const areOthers = (a: SoundSpan, b: SoundSpan) =>
  a.participantId !== null && b.participantId !== null && a.participantId !== b.participantId

/** Finds each edited span the free shard with the most of its sound; the best pairs come first. */
export function placesOf<Edited extends SoundSpan, Free extends SoundSpan>(
  edited: readonly Edited[],
  free: readonly Free[],
): Map<Edited, Free> {
  const pairs = edited
    .flatMap(edit => free.map(shard => ({ edit, shard, shared: sharedSound(edit, shard) })))
    .filter(({ shared }) => shared >= MIN_SHARED)
    .sort((a, b) => b.shared - a.shared)
  const places = new Map<Edited, Free>()
  const taken = new Set<Free>()
  for (const { edit, shard } of pairs) {
    if (places.has(edit) || taken.has(shard)) continue
    places.set(edit, shard)
    taken.add(shard)
  }
  return places
}
