import { resample } from '../audio/resample'
import { voicedSpans } from '../voice/voiced-spans'
import type { VoiceSpan } from '../voice-activity'
import { centroidOf, cluster, cosine } from './clustering'
import type { SpeakerTurn } from './diarizer'
import { mfcc, normalizeMeans } from './mfcc'
import { bestPath } from './resegment'
import type { XVectorModel } from './xvector-model'

export const diarizationSettings = {
  turns: { open: 0.3, close: 0.15, silenceMs: 800, padMs: 200 },
  pooling: { open: 0.5, close: 0.35, silenceMs: 100, padMs: 0 },
  windowFrames: 150,
  hopFrames: 75,
  threshold: 0.7,
  leastClusterFrames: 450,
  rescoreFrames: 100,
  stepFrames: 10,
  switchPenalty: 0.5,
  /** Above this many windows they lie farther apart: clustering grows with their square. */
  mostWindows: 4_000,
  mostTurnMs: 60_000,
}

/** Vectors of one stretch of speech: windows to find the speakers by, steps to tell them apart. */
interface Stretch extends VoiceSpan {
  windows: Float32Array[]
  steps: (Float32Array | undefined)[]
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

/** Turns no longer than a bound, so that the work on one never fills the memory. */
function bounded(turns: readonly VoiceSpan[], frames: number): VoiceSpan[] {
  return turns.flatMap(({ startMs, endMs }) => {
    const end = Math.min(endMs, frames * 10)
    const parts = Math.max(1, Math.ceil((end - startMs) / diarizationSettings.mostTurnMs))
    const size = Math.ceil((end - startMs) / parts / 100) * 100
    return Array.from({ length: parts }, (_, i) => ({
      startMs: startMs + i * size,
      endMs: Math.min(end, startMs + (i + 1) * size),
    })).filter(part => part.endMs > part.startMs)
  })
}

async function vectorsOf(
  model: XVectorModel,
  { features, voiced }: { features: Float32Array; voiced: Uint8Array },
  turn: VoiceSpan,
  hop: number,
): Promise<Stretch> {
  const { windowFrames, rescoreFrames, stepFrames } = diarizationSettings
  const [first, last] = [Math.floor(turn.startMs / 10), Math.min(voiced.length, Math.floor(turn.endMs / 10))]
  const sums = await model.frameSums(features, voiced, first, last)
  const windows: Float32Array[] = []
  for (let from = first; from === first || from + windowFrames <= last + hop; from += hop) {
    const to = Math.min(last, from + windowFrames)
    const vector = model.embed(sums, Math.max(first, to - windowFrames), to)
    if (vector) windows.push(vector)
  }
  const steps: (Float32Array | undefined)[] = []
  for (let at = first; at < last; at += stepFrames) {
    const middle = at + stepFrames / 2
    const from = Math.max(first, middle - rescoreFrames / 2)
    steps.push(model.embed(sums, from, Math.min(last, middle + rescoreFrames / 2), 15))
  }
  return { ...turn, windows, steps }
}

/** One centroid a speaker; clusters with too little speech are left out unless nothing else is there. */
function speakersOf(windows: readonly Float32Array[], hop: number, wanted?: number): Float32Array[] {
  const { threshold, leastClusterFrames } = diarizationSettings
  const labels = cluster(windows, threshold, wanted)
  const groups: Float32Array[][] = []
  windows.forEach((window, index) => {
    const label = labels[index]!
    groups[label] ??= []
    groups[label].push(window)
  })
  groups.sort((a, b) => b.length - a.length)
  const kept = wanted ? groups : groups.filter(group => group.length * hop > leastClusterFrames)
  return (kept.length ? kept : groups.slice(0, 1)).map(centroidOf)
}

/** Who speaks when in one channel. */
export async function diarizeRecording(
  model: XVectorModel,
  samples: Float32Array,
  probabilities: Float32Array,
  speakers?: number,
): Promise<SpeakerTurn[]> {
  const sound = speakerFeatures(samples, probabilities)
  const turns = bounded(voicedSpans(probabilities, diarizationSettings.turns), sound.voiced.length)
  const { hopFrames, mostWindows } = diarizationSettings
  const totalFrames = turns.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 10, 0)
  const hop = Math.max(hopFrames, Math.ceil(totalFrames / mostWindows))
  const stretches: Stretch[] = []
  for (const turn of turns) stretches.push(await vectorsOf(model, sound, turn, hop))
  const windows = stretches.flatMap(stretch => stretch.windows)
  if (windows.length === 0) return turns.map(turn => ({ speaker: '1', ...turn }))
  return label(stretches, speakersOf(windows, hop, speakers && Math.min(speakers, windows.length)))
}

function label(stretches: readonly Stretch[], centroids: readonly Float32Array[]): SpeakerTurn[] {
  const { stepFrames, switchPenalty } = diarizationSettings
  const names = new Map<number, string>()
  const out: SpeakerTurn[] = []
  for (const { startMs, endMs, steps } of stretches) {
    const scores = steps.map(vector => vector && centroids.map(centroid => cosine(vector, centroid)))
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
