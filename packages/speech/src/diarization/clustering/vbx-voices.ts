import { Plda } from '../embeddings/plda'
import { withOutlierVoices } from '../refine/outlier-voices'
import { withoutOverlapClusters } from '../refine/overlap-clusters'
import { type SpeechWindow, type VectorOf, type Voice, voicesNamed } from './two-stage-clustering'
import { concatenatedEmbeddings, vbxClustering } from './vbx-clustering'

/** A window that both networks listened to. */
export interface WindowOfBoth extends SpeechWindow {
  embedding: Float32Array
}

let space: Plda | undefined

/**
 * The voices of windows in the order of time, the one with most speech first; those of under `least` frames go, unless they
 * are clearly another's.
 */
export function vbxVoices(windows: readonly WindowOfBoth[], least: number, vectorOf: VectorOf): Voice[] {
  space ??= Plda.load()
  const vectors = windows.map(({ vector, embedding }) => concatenatedEmbeddings(vector, embedding))
  const together = windows.map(window => window.together ?? 0)
  const names = withoutOverlapClusters(vectors, vbxClustering(vectors, space), together)
  // Where no one listened for two at once, two would be taken for a third.
  if (windows.some(window => window.together === undefined))
    return voicesNamed(windows, names, { least, vectorOf })
  const places = space.place(vectors)
  const projected = windows.map(({ pool: { count } }, at) => ({
    vector: vectors[at]!,
    place: places[at]!,
    count,
    together: together[at]!,
  }))
  const clear = withOutlierVoices(projected, names, space.variances, least)
  return voicesNamed(windows, clear.names, { least, vectorOf, always: clear.others })
}
