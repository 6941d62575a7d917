import type { SpeakerTurn } from '../../diarization/diarizer'
import { mergeStatistics } from '../../diarization/embeddings/statistics-pooling'
import type { JobResult } from '../../pool/jobs'
import type { RecognizerPool } from '../../pool/recognizer-pool'
import type { JobRequest } from '../../pool/worker-lane'
import { nameVoices } from './name-voices'
import { type EarlierLine, type LabelledWindow, VoiceMemory } from './voice-memory'

/** More windows than this, some three minutes of speech, are joined: each travels with every segment. */
const MAX_WINDOWS = 240

/** The voices of a segment, by what was heard before it. */
export interface TrackedSegment {
  found: JobResult<'voices'>
  before: readonly LabelledWindow[]
}

interface Ahead {
  /** What was recognised of the segment already. */
  ahead?: Promise<TrackedSegment | undefined>
  /** Its caller no longer waits. */
  isLate?: () => boolean
}

/**
 * Who speaks when in the segments of a stream, each as it comes. All sound so far is evaluated anew with every segment,
 * so that an early guess does no lasting harm; a voice keeps the name it was given first.
 */
export class SpeakerTracker {
  readonly #pool: RecognizerPool
  readonly #memory: VoiceMemory

  constructor(pool: RecognizerPool, memory = new VoiceMemory()) {
    this.#pool = pool
    this.#memory = memory
  }

  /** Looks for the voices of a segment. Nothing of it is remembered: it may be taken back. */
  async track(pcm: Int16Array, request: JobRequest): Promise<TrackedSegment | undefined> {
    const before = this.#memory.windows
    const found = await this.#pool.run(
      'voices',
      { pcm, earlier: before.map(({ vector, pool, embedding }) => ({ vector, pool, embedding })) },
      request,
    )
    return found && { found, before }
  }

  /** Turns of the segment, in milliseconds from its first sample. */
  turnsOf(
    pcm: Int16Array,
    request: JobRequest,
    { ahead, isLate = () => false }: Ahead = {},
  ): Promise<SpeakerTurn[]> {
    const memory = this.#memory
    const earlier = memory.takeEarlier()
    if (earlier.length > 0) memory.last = memory.last.then(() => this.#listenAgain(earlier, request.priority))
    const turns = memory.last.then(async () => {
      const tracked = await ahead?.catch(() => undefined)
      const isCurrent = tracked?.before === memory.windows
      if (!isCurrent && isLate()) return []
      const current = isCurrent ? tracked : await this.track(pcm, request)
      return current ? this.#name(current) : []
    })
    memory.last = turns.catch(() => undefined)
    return turns
  }

  /** What an earlier process knew of the voices, from what they said: each line is one speaker's. */
  async #listenAgain(earlier: readonly EarlierLine[], priority: JobRequest['priority']): Promise<void> {
    const memory = this.#memory
    for (const { speaker, sound } of earlier) {
      try {
        const found = await this.#pool.run('voices', { pcm: await sound(), earlier: [] }, { priority })
        if (!found?.windows.length) continue
        memory.windows = thinned([
          ...memory.windows,
          ...found.windows.map(window => labelled(window, speaker)),
        ])
        memory.knownAgain.add(speaker)
      } catch {
        // Who cannot be listened to again gets a new number.
      }
    }
  }

  #name({ found, before }: TrackedSegment): SpeakerTurn[] {
    const memory = this.#memory
    const all: LabelledWindow[] = [...before, ...found.windows]
    const names = nameVoices(all, found.labels)
    const turns: SpeakerTurn[] = []
    found.steps.forEach((voice, step) => {
      let speaker = names.get(voice)
      if (speaker === undefined) {
        speaker = String(++memory.named)
        names.set(voice, speaker)
      }
      const last = turns.at(-1)
      const endMs = (step + 1) * found.stepMs
      if (last?.speaker === speaker) last.endMs = endMs
      else turns.push({ speaker, startMs: step * found.stepMs, endMs })
    })
    memory.windows = thinned(all.map((window, at) => labelled(window, names.get(found.labels[at]!))))
    return turns
  }
}

/** The window as it is kept, by whose it is held to be now; a voice with too little speech has none. */
function labelled(
  { vector, pool, embedding, former = [] }: LabelledWindow,
  speaker?: string,
): LabelledWindow {
  if (speaker === undefined) return { vector, pool, embedding, former }
  return {
    vector,
    pool,
    embedding,
    speaker,
    former: former.includes(speaker) ? former : [...former, speaker],
  }
}

/** Old windows of one speaker are joined two by two; what cannot be joined goes, oldest first. */
function thinned(windows: readonly LabelledWindow[]): LabelledWindow[] {
  if (windows.length <= MAX_WINDOWS) return [...windows]
  const older = windows.slice(0, -MAX_WINDOWS / 2)
  const joined: LabelledWindow[] = []
  const waiting = new Map<string, LabelledWindow>()
  for (const window of older) {
    if (window.speaker === undefined) continue
    const other = waiting.get(window.speaker)
    waiting.delete(window.speaker)
    if (other) joined.push(join(other, window))
    else waiting.set(window.speaker, window)
  }
  return [...joined, ...waiting.values(), ...windows.slice(-MAX_WINDOWS / 2)].slice(-MAX_WINDOWS)
}

function join(one: LabelledWindow, other: LabelledWindow): LabelledWindow {
  const pool = mergeStatistics([one.pool, other.pool])
  const share = other.pool.count / pool.count
  const mean = (a: Float32Array, b: Float32Array) => a.map((value, i) => value * (1 - share) + b[i]! * share)
  const former = [...new Set([...(one.former ?? []), ...(other.former ?? [])])]
  return {
    ...one,
    pool,
    former,
    vector: mean(one.vector, other.vector),
    embedding: mean(one.embedding, other.embedding),
  }
}
