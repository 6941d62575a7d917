import type { SpeakerTurn } from '../../diarization/diarizer'

const STEP_MS = 10

export interface DiarizationError {
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

function raster(turns: readonly SpeakerTurn[], steps: number): Set<string>[] {
  const out = Array.from({ length: steps }, () => new Set<string>())
  for (const { speaker, startMs, endMs } of turns) {
    for (let i = Math.round(startMs / STEP_MS); i < Math.min(steps, Math.round(endMs / STEP_MS)); i++)
      out[i]!.add(speaker)
  }
  return out
}

/** Best one-to-one naming of found speakers, by trying all of them; there are few. */
function bestOverlap(table: number[][], row = 0, used = 0): number {
  if (row === table.length) return 0
  let best = bestOverlap(table, row + 1, used)
  table[row]!.forEach((value, column) => {
    if (value && !(used & (1 << column)))
      best = Math.max(best, value + bestOverlap(table, row + 1, used | (1 << column)))
  })
  return best
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
  let speech = 0
  let missed = 0
  let extra = 0
  let both = 0
  for (let i = 0; i < steps; i++) {
    speech += a[i]!.size
    missed += Math.max(0, a[i]!.size - b[i]!.size)
    extra += Math.max(0, b[i]!.size - a[i]!.size)
    both += Math.min(a[i]!.size, b[i]!.size)
    for (const x of a[i]!) for (const y of b[i]!) table[namesA.indexOf(x)]![namesB.indexOf(y)]! += 1
  }
  const confused = both - bestOverlap(table)
  return {
    rate: (missed + extra + confused) / Math.max(1, speech),
    missedMs: missed * STEP_MS,
    falseMs: extra * STEP_MS,
    confusedMs: confused * STEP_MS,
    speechMs: speech * STEP_MS,
    speakers: namesB.length,
  }
}
