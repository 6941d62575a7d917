import { resample } from '../audio/resample'
import { voicedSpans } from '../voice/voiced-spans'
import type { VoiceSpan } from '../voice-activity'
import { centroidOf, cluster, cosine } from './clustering'
import type { SpeakerTurn } from './diarizer'
import { mfcc, normalizeMeans } from './mfcc'
import { bestPath } from './resegment'
import type { FrameSums, XVectorModel } from './xvector-model'

export const diarizationSettings = {
  turns: { open: 0.3, close: 0.15, silenceMs: 800, padMs: 200 },
  pooling: { open: 0.5, close: 0.35, silenceMs: 100, padMs: 0 },
  windowFrames: 150,
  hopFrames: 75,
  threshold: 0.75,
  leastClusterFrames: 150,
  rescoreFrames: 100,
  stepFrames: 10,
  switchPenalty: 0.5,
  /** Above this many windows they lie farther apart: clustering grows with their square. */
  mostWindows: 4_000,
}

interface Window {
  from: number
  to: number
  vector: Float32Array
}

/** Features and voiced frames of 16 kHz sound. */
export function speakerFeatures(samples: Float32Array, probabilities: Float32Array) {
  const { frames, data } = mfcc(resample(samples, 16_000, 8_000))
  const voiced = new Uint8Array(frames)
  for (const { startMs, endMs } of voicedSpans(probabilities, diarizationSettings.pooling)) {
    voiced.fill(1, Math.floor(startMs / 10), Math.min(frames, Math.floor(endMs / 10)))
  }
  return { voiced, features: normalizeMeans(data, voiced) }
}

function windowsOf(model: XVectorModel, sums: FrameSums, turns: readonly VoiceSpan[]): Window[] {
  const { windowFrames, mostWindows } = diarizationSettings
  const totalFrames = turns.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 10, 0)
  const hop = Math.max(diarizationSettings.hopFrames, Math.ceil(totalFrames / mostWindows))
  const windows: Window[] = []
  for (const { startMs, endMs } of turns) {
    const [first, last] = [Math.floor(startMs / 10), Math.floor(endMs / 10)]
    for (let from = first; from === first || from + windowFrames <= last + hop; from += hop) {
      const to = Math.min(last, from + windowFrames)
      const vector = model.embed(sums, Math.max(first, to - windowFrames), to)
      if (vector) windows.push({ from, to, vector })
    }
  }
  return windows
}

/** One centroid a speaker; clusters with too little speech are left out unless nothing else is there. */
function speakersOf(windows: readonly Window[], wanted?: number): Float32Array[] {
  const { threshold, leastClusterFrames, hopFrames } = diarizationSettings
  const labels = cluster(
    windows.map(({ vector }) => vector),
    threshold,
    wanted,
  )
  const groups = new Map<number, Window[]>()
  windows.forEach((window, index) => {
    groups.set(labels[index]!, [...(groups.get(labels[index]!) ?? []), window])
  })
  const all = [...groups.values()].sort((a, b) => b.length - a.length)
  const kept = wanted ? all : all.filter(group => group.length * hopFrames >= leastClusterFrames)
  return (kept.length ? kept : all.slice(0, 1)).map(group => centroidOf(group.map(({ vector }) => vector)))
}

/** Who speaks when in one channel. */
export async function diarizeRecording(
  model: XVectorModel,
  samples: Float32Array,
  probabilities: Float32Array,
  speakers?: number,
): Promise<SpeakerTurn[]> {
  const turns = voicedSpans(probabilities, diarizationSettings.turns)
  const { voiced, features } = speakerFeatures(samples, probabilities)
  if (turns.length === 0 || voiced.length === 0) return []
  const sums = await model.frameSums(features, voiced)
  const windows = windowsOf(model, sums, turns)
  if (windows.length === 0) return turns.map(turn => ({ speaker: '1', ...turn }))
  const centroids = speakersOf(windows, speakers && Math.min(speakers, windows.length))
  return label(model, sums, turns, centroids)
}

function label(
  model: XVectorModel,
  sums: FrameSums,
  turns: readonly VoiceSpan[],
  centroids: Float32Array[],
): SpeakerTurn[] {
  const { rescoreFrames, stepFrames, switchPenalty } = diarizationSettings
  const names = new Map<number, string>()
  const out: SpeakerTurn[] = []
  for (const { startMs, endMs } of turns) {
    const [first, last] = [Math.floor(startMs / 10), Math.floor(endMs / 10)]
    const scores: (number[] | undefined)[] = []
    for (let at = first; at < last; at += stepFrames) {
      const middle = at + stepFrames / 2
      const from = Math.max(first, middle - rescoreFrames / 2)
      const vector = model.embed(sums, from, Math.min(last, middle + rescoreFrames / 2), 15)
      scores.push(vector && centroids.map(centroid => cosine(vector, centroid)))
    }
    const path = bestPath(scores, centroids.length, switchPenalty)
    path.forEach((speaker, step) => {
      if (!names.has(speaker)) names.set(speaker, String(names.size + 1))
      const from = startMs + step * stepFrames * 10
      const to = step === path.length - 1 ? endMs : from + stepFrames * 10
      const previous = out.at(-1)
      if (previous && previous.endMs === from && previous.speaker === names.get(speaker)) previous.endMs = to
      else out.push({ speaker: names.get(speaker)!, startMs: from, endMs: to })
    })
  }
  return out
}
