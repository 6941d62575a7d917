import type { Plda } from '../embeddings/plda'
import { mergeByPlda } from '../refine/plda-merging'
import { cosine, groupedBy, mostAlike, sumOf } from '../vectors'
import { agglomerativeClustering } from './agglomerative-clustering'
import { vbx } from './vbx'
import { vbxSearch } from './vbx-search'

/** What both networks say of a window, each for half, as one unit vector. */
export function concatenatedEmbeddings(vector: Float32Array, embedding: Float32Array): Float32Array {
  const both = new Float32Array(vector.length + embedding.length)
  both.set(vector)
  both.set(embedding, vector.length)
  return both.map(value => value * Math.SQRT1_2)
}

/** The first guess: windows that are this much alike in the mean are put together, the largest groups are labels. */
const SURELY_ALIKE = 0.42
const MAX_GUESSED = 15

const shortSettings = { fa: 0.45, fb: 2.25, loopProbability: 0.97 }
/** Pooled speech that is this much alike is one voice where all of a recording is. */
const ONE_VOICE = 0.62

/** Of more windows, some minute of speech, the search is not tried: it joins two voices there that the chain keeps apart. */
const MAX_SEARCHED = 120
const longSettings = { fa: 0.3, fb: 8, loopProbability: 0.97 }

/** The group of each window by likeness alone; what is in none of the largest groups goes to the nearest of them. */
function guessed(vectors: readonly Float32Array[]): number[] {
  const labels = agglomerativeClustering({
    weights: vectors.map(() => 1),
    threshold: 1 - SURELY_ALIKE,
    distance: (one, other) => 1 - cosine(vectors[one]!, vectors[other]!),
  })
  const groups = [...groupedBy(vectors, labels)].sort(([, a], [, b]) => b.length - a.length)
  const largest = groups.slice(0, MAX_GUESSED)
  const groupLabels = largest.map(([label]) => label)
  const middles = largest.map(([, own]) => sumOf(own)!)
  return labels.map((label, at) => {
    const own = groupLabels.indexOf(label)
    return own >= 0 ? own : mostAlike(vectors[at]!, middles)
  })
}

/**
 * Whether the voices, joined two by two by the likeness of all their speech, end as one. The search splits a person who
 * reads alone: what is left when their own middle is taken off are the moods of one voice.
 */
function isOneVoice(vectors: readonly Float32Array[], names: readonly number[]): boolean {
  const middles = [...groupedBy(vectors, names).values()].map(own => sumOf(own)!)
  while (middles.length > 1) {
    let best = { alike: ONE_VOICE, a: -1, b: -1 }
    middles.forEach((one, a) => {
      middles.slice(0, a).forEach((other, b) => {
        const alike = cosine(one, other)
        if (alike > best.alike) best = { alike, a, b }
      })
    })
    if (best.a < 0) return false
    middles[best.b] = sumOf([middles[best.b]!, middles[best.a]!])!
    middles.splice(best.a, 1)
  }
  return true
}

/** The voice of each of the windows of a recording, which are in the order of time. */
export function vbxClustering(vectors: readonly Float32Array[], space: Plda): number[] {
  const [placed, guess] = [space.place(vectors), guessed(vectors)]
  const isLong = vectors.length > MAX_SEARCHED
  const found = isLong
    ? vbx(placed, guess, space.variances, longSettings).names
    : vbxSearch(placed, guess, space.variances, shortSettings)
  const names = mergeByPlda(placed, found, space.variances)
  if (isLong) return names
  return isOneVoice(vectors, names) ? names.map(() => 0) : names
}
