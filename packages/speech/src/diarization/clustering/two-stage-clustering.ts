import { mergeStatistics, type PooledStatistics } from '../embeddings/statistics-pooling'
import { timbreApart } from '../features/timbre'
import { cosine, groupedBy, sumOf } from '../vectors'
import { agglomerativeClustering } from './agglomerative-clustering'
import {
  generalizedLikelihoodRatio,
  pooledCovariance,
  timbreLogDeterminant,
} from './generalized-likelihood-ratio'

/** A short stretch of speech: how it sounds, and what it takes to pool it with others. */
export interface SpeechWindow {
  vector: Float32Array
  pool: PooledStatistics
  /** The vector of the second network, where it listened. */
  embedding?: Float32Array
  /** How much of a second voice is heard in it, from 0 to 1, where that is known. */
  together?: number
}

/** All that was heard of one person. */
export interface Voice extends SpeechWindow {
  windows: readonly SpeechWindow[]
}

export interface TwoStageSettings {
  /** Average distance of the windows of two groups, made up for their shortness: nearer ones are surely one voice. */
  threshold: number
  /** So many frames of a voice are half alike to as many others of it; pooled windows overlap and need more. */
  halfTrustFrames: number
  halfPooled: number
  /** Groups whose whole speech is this much alike are one voice. */
  sameVoice: number
  /** What a difference of colour takes from likeness, between windows and between groups. */
  windowTimbre: number
  groupTimbre: number
  /**
   * A voice with less speech than this is left out: the longer the recording, the more stray speech falls together by
   * chance. In a short one it is one with less than this share.
   */
  minFrames: { fewest: number; share: number; most: number }
  minShare: number
}

export type VectorOf = (pool: PooledStatistics) => Float32Array

/** Windows lie over each other by half, less at the ends of a run of speech. */
const WINDOW_OVERLAP = 1.8

/**
 * How alike two stretches of this length are when one person speaks: the shorter, the more of what is said shows in
 * place of who says it.
 */
const trustIn = (frames: number, halfTrustFrames: number) => frames / (frames + halfTrustFrames)

/** Likeness of two stretches by their vectors, made up for their shortness. */
function alike(one: SpeechWindow, other: SpeechWindow, halfTrustFrames: number): number {
  const trust = trustIn(one.pool.count, halfTrustFrames) * trustIn(other.pool.count, halfTrustFrames)
  return cosine(one.vector, other.vector) / Math.sqrt(trust)
}

function voiceOf(windows: readonly SpeechWindow[], vectorOf: VectorOf): Voice {
  const pool = mergeStatistics(windows.map(window => window.pool))
  const embedding = sumOf(windows.flatMap(window => window.embedding ?? []))
  return { windows, pool, vector: vectorOf(pool), embedding }
}

/** Windows that are surely of one voice, put together; as many groups as `wanted` where there would be fewer. */
function groupWindows(
  windows: readonly SpeechWindow[],
  settings: TwoStageSettings,
  wanted: number | undefined,
): SpeechWindow[][] {
  const { threshold, halfTrustFrames, windowTimbre } = settings
  const whole = {
    weights: windows.map(({ pool }) => trustIn(pool.count, halfTrustFrames)),
    threshold,
    distance: (i: number, j: number) => {
      const [one, other] = [windows[i]!, windows[j]!]
      return 1 - alike(one, other, halfTrustFrames) + windowTimbre * timbreApart(one.pool, other.pool)
    },
  }
  const sure = agglomerativeClustering(whole)
  const isEnough = wanted === undefined || new Set(sure).size >= wanted
  const labels = isEnough ? sure : agglomerativeClustering({ ...whole, count: wanted })
  return [...groupedBy(windows, labels).values()]
}

/** Joins the two most alike until none are alike enough, or until `wanted` are left. */
function joinAlike(
  voices: Voice[],
  settings: TwoStageSettings,
  vectorOf: VectorOf,
  wanted?: number,
): Voice[] {
  const { sameVoice, halfPooled, groupTimbre } = settings
  const usual = pooledCovariance(voices.map(({ pool }) => pool))
  const measured = (voice: Voice) => ({
    voice,
    statistics: voice.pool,
    volume: timbreLogDeterminant(voice.pool, usual, WINDOW_OVERLAP),
  })
  const left = voices.map(measured)
  const likeness = (a: number, b: number) => {
    const [one, other] = [left[a]!, left[b]!]
    const apart = generalizedLikelihoodRatio(one, other, usual, WINDOW_OVERLAP)
    return alike(one.voice, other.voice, halfPooled) - groupTimbre * apart
  }
  /** Of each with each before it. */
  const table = left.map((_, a) => left.slice(0, a).map((_, b) => likeness(a, b)))
  while (left.length > (wanted ?? 1)) {
    let best = { likeness: wanted === undefined ? sameVoice : Number.NEGATIVE_INFINITY, a: -1, b: -1 }
    table.forEach((row, a) => {
      row.forEach((value, b) => {
        if (value > best.likeness) best = { likeness: value, a, b }
      })
    })
    const { a, b } = best
    if (a < 0) break
    left[b] = measured(voiceOf([...left[b]!.voice.windows, ...left[a]!.voice.windows], vectorOf))
    left.splice(a, 1)
    table.splice(a, 1)
    for (const row of table.slice(a)) row.splice(a, 1)
    table[b] = left.slice(0, b).map((_, other) => likeness(b, other))
    for (let other = b + 1; other < left.length; other++) table[other]![b] = likeness(other, b)
  }
  return left.map(({ voice }) => voice)
}

function minFramesOf(spoken: number, { minFrames, minShare }: TwoStageSettings): number {
  const { fewest, share, most } = minFrames
  return Math.min(Math.max(fewest, Math.min(spoken * share, most)), spoken * minShare)
}

interface Naming {
  least: number
  vectorOf: VectorOf
  always?: ReadonlySet<number>
}

/** Voices out of windows that a person has named, the one with most speech first; those of under `least` frames go, but for `always`. */
export function voicesNamed(
  windows: readonly SpeechWindow[],
  names: readonly number[],
  { least, vectorOf, always = new Set() }: Naming,
): Voice[] {
  const voices = [...groupedBy(windows, names)].map(([name, own]) => ({
    name,
    voice: voiceOf(own, vectorOf),
  }))
  voices.sort((a, b) => b.voice.pool.count - a.voice.pool.count)
  return voices
    .filter(({ name, voice }, at) => at === 0 || voice.pool.count >= least || always.has(name))
    .map(({ voice }) => voice)
}

/**
 * The voices of a recording, the one with most speech first. A second and a half of speech says little about
 * a voice, so windows are put together only where they are surely one, and the groups are then compared by all of
 * their speech at once, which distinguishes two people far better.
 */
export function twoStageClustering(
  windows: readonly SpeechWindow[],
  settings: TwoStageSettings,
  vectorOf: VectorOf,
  wanted?: number,
): Voice[] {
  const all = groupWindows(windows, settings, wanted).map(own => voiceOf(own, vectorOf))
  const spoken = all.reduce((sum, { pool }) => sum + pool.count, 0)
  const least = wanted === undefined ? minFramesOf(spoken, settings) : 0
  const withAtLeast = (frames: number, of: Voice[]) => {
    const kept = of.filter(({ pool }) => pool.count >= frames)
    return kept.length
      ? kept
      : [of.reduce((most, voice) => (voice.pool.count > most.pool.count ? voice : most))]
  }
  // A crumb says nothing reliable about whose it is: it must not join two others by being a little like both.
  const clear = withAtLeast(least / 2, all)
  const voices = joinAlike(clear, settings, vectorOf, wanted)
  return withAtLeast(least, voices).sort((a, b) => b.pool.count - a.pool.count)
}
