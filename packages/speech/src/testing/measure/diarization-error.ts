import type { SpeakerTurn } from '../../diarization/diarizer'

const STEP_MS = 10
/** "Yeah", "no", a laugh: turns of less than this are measured by themselves too. */
const SHORT_TURN_MS = 1_000

/** Where a diarization goes wrong. */
interface ErrorKinds {
  /** Speech at a time for which no speaker was found at all. */
  missedSpeechMs: number
  /** Speech that was missed beside a speaker who was found. */
  missedSecondMs: number
  /** Speakers found where no person speaks. */
  falseSpeechMs: number
  /** Speakers found in addition to those who speak. */
  falseSecondMs: number
  /** Speech of turns of less than a second, and how much of it was not given to the person who said it. */
  shortMs: number
  shortLostMs: number
}

export interface DiarizationError extends ErrorKinds {
  rate: number
  missedMs: number
  falseMs: number
  confusedMs: number
  speechMs: number
  speakers: number
}

/** Speaker turns of an RTTM file. */
export function readRttm(text: string): SpeakerTurn[] {
  return text
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([type]) => type === 'SPEAKER')
    .map(fields => {
      const startMs = Number(fields[3]) * 1000
      return { speaker: fields[7]!, startMs, endMs: startMs + Number(fields[4]) * 1000 }
    })
}

const firstStep = ({ startMs }: SpeakerTurn) => Math.round(startMs / STEP_MS)
const lastStep = ({ endMs }: SpeakerTurn) => Math.round(endMs / STEP_MS)

function raster(turns: readonly SpeakerTurn[], steps: number): Set<string>[] {
  const out = Array.from({ length: steps }, () => new Set<string>())
  for (const turn of turns) {
    for (let i = firstStep(turn); i < Math.min(steps, lastStep(turn)); i++) out[i]!.add(turn.speaker)
  }
  return out
}

interface Naming {
  shared: number
  /** The found speaker of each true one, −1 for none. */
  columns: number[]
}

/** Best one-to-one naming of found speakers: rows one by one, the best for each set of columns that is used already. */
function bestNaming(
  table: readonly number[][],
  row = 0,
  used = 0,
  known = new Map<number, Naming>(),
): Naming {
  if (row === table.length) return { shared: 0, columns: [] }
  const key = row * 2 ** 24 + used
  const before = known.get(key)
  if (before) return before
  const without = bestNaming(table, row + 1, used, known)
  let best: Naming = { shared: without.shared, columns: [-1, ...without.columns] }
  table[row]!.forEach((value, column) => {
    if (!value || used & (1 << column)) return
    const rest = bestNaming(table, row + 1, used | (1 << column), known)
    if (value + rest.shared > best.shared)
      best = { shared: value + rest.shared, columns: [column, ...rest.columns] }
  })
  known.set(key, best)
  return best
}

/** How much of the truth's short turns lies outside of the found speaker of the same name. */
function shortTurns(
  truth: readonly SpeakerTurn[],
  found: readonly Set<string>[],
  nameOf: ReadonlyMap<string, string | undefined>,
) {
  let [short, lost] = [0, 0]
  for (const turn of truth) {
    if (turn.endMs - turn.startMs >= SHORT_TURN_MS) continue
    const name = nameOf.get(turn.speaker)
    for (let i = firstStep(turn); i < Math.min(found.length, lastStep(turn)); i++) {
      short++
      if (name === undefined || !found[i]!.has(name)) lost++
    }
  }
  return { shortMs: short * STEP_MS, shortLostMs: lost * STEP_MS }
}

/** Diarization error rate without collar, overlapping speech included. */
export function diarizationError(
  truth: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
): DiarizationError {
  const endMs = Math.max(0, ...[...truth, ...found].map(turn => turn.endMs))
  const steps = Math.ceil(endMs / STEP_MS)
  const [a, b] = [raster(truth, steps), raster(found, steps)]
  const namesA = [...new Set(truth.map(({ speaker }) => speaker))]
  const namesB = [...new Set(found.map(({ speaker }) => speaker))]
  const table = namesA.map(() => namesB.map(() => 0))
  let [speech, missedSpeech, missedSecond, falseSpeech, falseSecond, both] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < steps; i++) {
    const [spoken, heard] = [a[i]!.size, b[i]!.size]
    speech += spoken
    if (heard === 0) missedSpeech += spoken
    else missedSecond += Math.max(0, spoken - heard)
    if (spoken === 0) falseSpeech += heard
    else falseSecond += Math.max(0, heard - spoken)
    both += Math.min(spoken, heard)
    for (const x of a[i]!) for (const y of b[i]!) table[namesA.indexOf(x)]![namesB.indexOf(y)]! += 1
  }
  const { shared, columns } = bestNaming(table)
  const confused = both - shared
  const wrong = missedSpeech + missedSecond + falseSpeech + falseSecond + confused
  return {
    rate: wrong / Math.max(1, speech),
    missedMs: (missedSpeech + missedSecond) * STEP_MS,
    falseMs: (falseSpeech + falseSecond) * STEP_MS,
    confusedMs: confused * STEP_MS,
    speechMs: speech * STEP_MS,
    speakers: namesB.length,
    missedSpeechMs: missedSpeech * STEP_MS,
    missedSecondMs: missedSecond * STEP_MS,
    falseSpeechMs: falseSpeech * STEP_MS,
    falseSecondMs: falseSecond * STEP_MS,
    ...shortTurns(truth, b, new Map(namesA.map((name, row) => [name, namesB[columns[row] ?? -1]]))),
  }
}
