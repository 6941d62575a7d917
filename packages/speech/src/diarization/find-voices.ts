import { cluster, cosine } from './clustering'
import { joinPools, type VoicePool } from './xvector-model'

/** A short stretch of speech: how it sounds, and what it takes to pool it with others. */
export interface SpeechWindow {
  vector: Float32Array
  pool: VoicePool
}

export interface VoiceSettings {
  /** Average distance of the windows of two groups, made up for their shortness: nearer ones are surely one voice. */
  threshold: number
  /** So many frames of a voice are half alike to as many others of it; pooled windows overlap and need more. */
  halfHeard: number
  halfPooled: number
  /** Groups whose whole speech is this much alike are one voice. */
  sameVoice: number
  /** A voice with less speech than this is left out, and in a short recording one with less than this share. */
  leastFrames: number
  leastShare: number
}

interface Voice {
  windows: readonly SpeechWindow[]
  frames: number
  vector: Float32Array
}

type VectorOf = (pool: VoicePool) => Float32Array

/**
 * How alike two stretches of this length are when one person speaks: the shorter, the more of what is said shows in
 * place of who says it.
 */
const trustIn = (frames: number, halfHeard: number) => frames / (frames + halfHeard)

function voiceOf(windows: readonly SpeechWindow[], vectorOf: VectorOf): Voice {
  const pool = joinPools(windows.map(window => window.pool))
  return { windows, frames: pool.count, vector: vectorOf(pool) }
}

function group(windows: readonly SpeechWindow[], labels: readonly number[]): SpeechWindow[][] {
  const groups = new Map<number, SpeechWindow[]>()
  windows.forEach((window, index) => {
    const own = groups.get(labels[index]!)
    if (own) own.push(window)
    else groups.set(labels[index]!, [window])
  })
  return [...groups.values()]
}

/** Joins the two most alike until none are alike enough, or until `wanted` are left. */
function joinAlike(voices: Voice[], settings: VoiceSettings, vectorOf: VectorOf, wanted?: number): Voice[] {
  const { sameVoice, halfPooled } = settings
  const left = [...voices]
  while (left.length > (wanted ?? 1)) {
    let best = { alike: wanted === undefined ? sameVoice : Number.NEGATIVE_INFINITY, a: -1, b: -1 }
    for (let a = 0; a < left.length; a++) {
      for (let b = a + 1; b < left.length; b++) {
        const [one, other] = [left[a]!, left[b]!]
        const trust = trustIn(one.frames, halfPooled) * trustIn(other.frames, halfPooled)
        const alike = cosine(one.vector, other.vector) / Math.sqrt(trust)
        if (alike > best.alike) best = { alike, a, b }
      }
    }
    if (best.a < 0) break
    const joined = voiceOf([...left[best.a]!.windows, ...left[best.b]!.windows], vectorOf)
    left.splice(best.b, 1)
    left[best.a] = joined
  }
  return left
}

/**
 * The voices of a recording, as vectors, the one with most speech first. A second and a half of speech says little about
 * a voice, so windows are put together only where they are surely one, and the groups are then compared by all of
 * their speech at once, which tells two people apart far better.
 */
export function findVoices(
  windows: readonly SpeechWindow[],
  settings: VoiceSettings,
  vectorOf: VectorOf,
  wanted?: number,
): Float32Array[] {
  const vectors = windows.map(({ vector }) => vector)
  const trust = windows.map(({ pool }) => trustIn(pool.count, settings.halfHeard))
  const sure = cluster(vectors, settings.threshold, undefined, trust)
  const isEnough = wanted === undefined || new Set(sure).size >= wanted
  const labels = isEnough ? sure : cluster(vectors, settings.threshold, wanted, trust)
  const all = group(windows, labels).map(own => voiceOf(own, vectorOf))
  const spoken = all.reduce((sum, { frames }) => sum + frames, 0)
  const least = wanted === undefined ? Math.min(settings.leastFrames, spoken * settings.leastShare) : 0
  const largestOr = (kept: Voice[], of: Voice[]) =>
    kept.length ? kept : [of.reduce((most, voice) => (voice.frames > most.frames ? voice : most))]
  // A crumb says nothing reliable about whose it is: it must not join two others by being a little like both.
  const clear = largestOr(
    all.filter(({ frames }) => frames >= least / 2),
    all,
  )
  const voices = joinAlike(clear, settings, vectorOf, wanted)
  return largestOr(
    voices.filter(({ frames }) => frames >= least),
    voices,
  )
    .sort((a, b) => b.frames - a.frames)
    .map(({ vector }) => vector)
}
