import { voicedSpans } from '../voice/voiced-spans'
import type { VoiceSpan } from '../voice-span'
import { twoStageClustering, type VectorOf, type Voice } from './clustering/two-stage-clustering'
import { vbxVoices } from './clustering/vbx-voices'
import type { SpeakerTurn } from './diarizer'
import { poolStatistics } from './embeddings/statistics-pooling'
import type { XVectorModel } from './embeddings/xvector-model'
import type { SpeakerFeatures } from './features/speaker-features'
import { assignOverlaps } from './overlap/overlap-assignment'
import { overlapScoresIn } from './overlap/overlap-detection'
import { embeddingAround, likeness, type PlacedWindow, type Step } from './refine/step-likeness'
import { viterbiPath } from './refine/viterbi-resegmentation'

export const diarizationSettings = {
  turns: { open: 0.3, close: 0.15, silenceMs: 800, padMs: 200 },
  /** Speech between two pauses: no other speaker begins inside it without one. */
  runs: { open: 0.5, close: 0.35, silenceMs: 200, padMs: 0 },
  windowFrames: 150,
  hopFrames: 75,
  /** Voices are named in the order of time where at least so much is said: of less speech their number cannot be found so. */
  minForVbxMs: 15_000,
  vbxHopFrames: 50,
  minVoiced: 30,
  /** Frames, counted once for each window that they lie in. */
  minOfVoice: 500,
  voices: {
    threshold: 0.2,
    halfTrustFrames: 200,
    halfPooled: 400,
    sameVoice: 0.4,
    windowTimbre: 0.05,
    groupTimbre: 0.2,
    minFrames: { fewest: 700, share: 0.03, most: 1_400 },
    minShare: 0.1,
  },
  rescoreFrames: 100,
  stepFrames: 10,
  stepTimbre: 0.06,
  minInStep: 15,
  switchPenalty: 0.5,
  /** A speaker who goes on after a pause of this length at most has not ended their turn. */
  maxPauseMs: 1_500,
  /** Of more windows every second, third, … is taken: clustering grows with their square. */
  maxWindows: 4_000,
  maxTurnMs: 60_000,
}

/** The second network's vectors of the windows that begin at these frames. */
type Listen = (frames: readonly number[]) => Promise<Float32Array[]>

interface RecordingOptions {
  /** Known from elsewhere; else they are counted. */
  speakers?: number
  /** Without it voices are found by the first network alone. */
  listen?: Listen
}

interface Span {
  from: number
  to: number
}

/** One stretch of speech: windows to find the voices by, steps to diarize by. */
interface Stretch extends VoiceSpan {
  windows: PlacedWindow[]
  steps: (Step | undefined)[]
}

/** Turns no longer than a bound, so that the work on one never fills the memory. */
function bounded(turns: readonly VoiceSpan[], frames: number): VoiceSpan[] {
  return turns.flatMap(({ startMs, endMs }) => {
    const end = Math.min(endMs, frames * 10)
    const parts = Math.max(1, Math.ceil((end - startMs) / diarizationSettings.maxTurnMs))
    const size = Math.ceil((end - startMs) / parts / 100) * 100
    return Array.from({ length: parts }, (_, i) => ({
      startMs: startMs + i * size,
      endMs: Math.min(end, startMs + (i + 1) * size),
    })).filter(part => part.endMs > part.startMs)
  })
}

/** Where the windows of a recording lie, in frames: inside the runs of speech, spread when they would be too many. */
export function windowsIn(runs: readonly VoiceSpan[], hopFrames = diarizationSettings.hopFrames): Span[] {
  const { windowFrames, maxWindows } = diarizationSettings
  const all = runs.flatMap(({ startMs, endMs }) => {
    const [first, last] = [Math.floor(startMs / 10), Math.ceil(endMs / 10)]
    const count = Math.max(1, Math.ceil((last - first - windowFrames) / hopFrames) + 1)
    return Array.from({ length: count }, (_, i) => {
      const to = Math.min(last, first + i * hopFrames + windowFrames)
      return { from: Math.max(first, to - windowFrames), to }
    })
  })
  const every = Math.ceil(all.length / maxWindows)
  return all.filter((_, index) => index % every === 0)
}

async function stretchOf(
  model: XVectorModel,
  sound: SpeakerFeatures,
  turn: VoiceSpan,
  spans: readonly Span[],
): Promise<Stretch> {
  const { minVoiced, minInStep, rescoreFrames, stepFrames } = diarizationSettings
  const [first, last] = [
    Math.floor(turn.startMs / 10),
    Math.min(sound.voiced.length, Math.floor(turn.endMs / 10)),
  ]
  const sums = await model.frameSums(sound, first, last)
  const windows: PlacedWindow[] = []
  for (const { from, to } of spans) {
    if (from < first || from >= last) continue
    const pool = poolStatistics(sums, from, to)
    if (pool.count >= minVoiced) windows.push({ from, pool, vector: model.vectorOf(pool) })
  }
  const steps: (Step | undefined)[] = []
  for (let at = first; at < last; at += stepFrames) {
    const middle = at + stepFrames / 2
    const from = Math.max(first, middle - rescoreFrames / 2)
    const pool = poolStatistics(sums, from, Math.min(last, middle + rescoreFrames / 2))
    const { count, timbre } = pool
    steps.push(count < minInStep ? undefined : { count, timbre, vector: model.vectorOf(pool) })
  }
  return { ...turn, windows, steps }
}

function isEnoughForVbx(runs: readonly VoiceSpan[]): boolean {
  const spoken = runs.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  return spoken >= diarizationSettings.minForVbxMs
}

/** Both networks listen to the windows, which are then named in the order of time. */
async function vbxVoicesOf(
  windows: readonly PlacedWindow[],
  sound: SpeakerFeatures,
  listen: Listen,
  vectorOf: VectorOf,
) {
  const frames = windows.map(({ from }) => from)
  const embeddings = await listen(frames)
  const together = overlapScoresIn(sound.together, frames, diarizationSettings.windowFrames)
  const both = windows.map((window, at) =>
    Object.assign(window, { embedding: embeddings[at]!, together: together[at]! }),
  )
  return vbxVoices(both, diarizationSettings.minOfVoice, vectorOf)
}

/** Who speaks when in one channel. */
export async function diarizeRecording(
  model: XVectorModel,
  sound: SpeakerFeatures,
  { speakers, listen }: RecordingOptions = {},
): Promise<SpeakerTurn[]> {
  const { probabilities } = sound
  const turns = bounded(voicedSpans(probabilities, diarizationSettings.turns), sound.voiced.length)
  const runs = voicedSpans(probabilities, diarizationSettings.runs)
  const listenForVbx = speakers === undefined && isEnoughForVbx(runs) ? listen : undefined
  const spans = windowsIn(runs, listenForVbx && diarizationSettings.vbxHopFrames)
  const stretches: Stretch[] = []
  for (const turn of turns) stretches.push(await stretchOf(model, sound, turn, spans))
  const windows = stretches.flatMap(stretch => stretch.windows)
  if (windows.length === 0) return turns.map(turn => ({ speaker: '1', ...turn }))
  const wanted = speakers && Math.min(speakers, windows.length)
  const vectorOf: VectorOf = pool => model.vectorOf(pool)
  const voices = listenForVbx
    ? await vbxVoicesOf(windows, sound, listenForVbx, vectorOf)
    : twoStageClustering(windows, diarizationSettings.voices, vectorOf, wanted)
  return assignOverlaps(label(stretches, voices), sound.together)
}

function label(stretches: readonly Stretch[], voices: readonly Voice[]): SpeakerTurn[] {
  const { windowFrames, stepFrames, stepTimbre, switchPenalty, maxPauseMs } = diarizationSettings
  const names = new Map<number, string>()
  const out: SpeakerTurn[] = []
  for (const { startMs, endMs, steps, windows } of stretches) {
    const scores = steps.map((step, at) => {
      if (!step) return undefined
      const embedding = embeddingAround(windows, startMs / 10 + (at + 0.5) * stepFrames, windowFrames)
      return voices.map(voice => likeness(step, embedding, voice, stepTimbre))
    })
    const path = viterbiPath(scores, voices.length, switchPenalty)
    path.forEach((speaker, step) => {
      if (!names.has(speaker)) names.set(speaker, String(names.size + 1))
      const from = startMs + step * stepFrames * 10
      const to = step === path.length - 1 ? endMs : from + stepFrames * 10
      const previous = out.at(-1)
      const isGoingOn = previous?.speaker === names.get(speaker) && from - previous!.endMs <= maxPauseMs
      if (isGoingOn) previous!.endMs = to
      else out.push({ speaker: names.get(speaker)!, startMs: from, endMs: to })
    })
  }
  return out
}
