import { cosine, groupedBy, mostAlike } from '../vectors'
import {
  logLikelihood,
  logLikelihoodBetween,
  type ProjectedEmbedding,
  posteriorOf,
  sumsOf,
  type VoicePosterior,
} from './plda-posterior'

/**
 * In the chain a voice costs more than a person brings who says one short sentence. So afterwards windows that lie clearly
 * outside of all voices, and not between two of them either, become a voice of their own, however little is heard of it.
 */

const clear = {
  /** A window that is less alike to every voice is another's; by `perLikely` more for each unit of likelihood. */
  alike: 0.18,
  perLikely: 1 / 200,
  /** Frames of speech in a window: less cannot be evaluated. */
  minFrames: 55,
  /** Two at once sound like a third. */
  maxTogether: 0.1,
}
/** So many windows on each side share sound with one. */
const NEIGHBOURS = 2

export interface ProjectedWindow extends ProjectedEmbedding {
  /** Frames of speech. */
  count: number
  /** How much of a second voice is heard. */
  together: number
}

/** How clearly a window is of none of these voices: above 0 where it is. */
function otherness(
  { vector, place }: ProjectedWindow,
  voices: readonly VoicePosterior[],
  variances: Float32Array,
): number {
  const alike = Math.max(...voices.map(({ middle }) => cosine(vector, middle)))
  const scatter = Float64Array.from(variances, variance => variance * (1 + 1 / voices.length))
  const asNew = logLikelihood(place, new Float64Array(place.length), scatter)
  // A single voice is enough to tell most windows, which is quick.
  const alone = Math.max(...voices.map(({ mean, spread }) => logLikelihood(place, mean, spread)))
  const clearly = (asKnown: number) => clear.alike + clear.perLikely * (asNew - asKnown) - alike
  if (clearly(alone) <= 0) return clearly(alone)
  const between = voices.flatMap((one, at) =>
    voices.slice(0, at).map(other => logLikelihoodBetween(place, one, other)),
  )
  return clearly(Math.max(alone, ...between))
}

/** The first and the last of the places that follow each other without a gap. */
function runAround(place: number, places: ReadonlySet<number>): [number, number] {
  let [first, last] = [place, place]
  while (places.has(first - 1)) first--
  while (places.has(last + 1)) last++
  return [first, last]
}

/**
 * The voice of each window, after those that are clearly another's got one of their own; `others` are these voices. What
 * is under `least` frames, but for the largest, was no voice before.
 */
export function withOutlierVoices(
  windows: readonly ProjectedWindow[],
  names: readonly number[],
  variances: Float32Array,
  least: number,
): { names: number[]; others: Set<number> } {
  const left = [...names]
  const others = new Set<number>()
  const frames = ([, own]: [number, ProjectedWindow[]]) => own.reduce((sum, { count }) => sum + count, 0)
  const groups = [...groupedBy(windows, names)]
  const enough = Math.min(least, Math.max(...groups.map(frames)))
  const voices = groups
    .filter(group => frames(group) >= enough)
    .map(([name, own]) => {
      const sums = sumsOf(own)
      return { name, sums, known: posteriorOf(sums, variances) }
    })
  /** Voices as they are without what the window has a share in. */
  const voicesBut = (at: number): VoicePosterior[] =>
    voices.map(({ name, sums, known }) => {
      if (name !== left[at]) return known
      const first = Math.max(0, at - NEIGHBOURS)
      const near = windows.slice(first, at + NEIGHBOURS + 1).filter((_, i) => left[first + i] === name)
      return near.length < sums.windows ? posteriorOf(sumsOf(near, sums), variances) : known
    })
  const measured = (at: number) => ({ at, other: otherness(windows[at]!, voicesBut(at), variances) })
  const isFit = ({ count, together }: ProjectedWindow) =>
    count >= clear.minFrames && together <= clear.maxTogether
  let waiting = windows
    .flatMap((window, at) => (isFit(window) ? [measured(at)] : []))
    .filter(({ other }) => other > 0)
  while (waiting.length > 0) {
    const clearest = waiting.reduce((best, one) => (one.other > best.other ? one : best)).at
    const [first, last] = runAround(clearest, new Set(waiting.map(({ at }) => at)))
    const name = Math.max(...left) + 1
    left.fill(name, first, last + 1)
    others.add(name)
    const sums = sumsOf(windows.slice(first, last + 1))
    voices.push({ name, sums, known: posteriorOf(sums, variances) })
    const again = waiting.filter(one => left[one.at] !== name).map(one => measured(one.at))
    const middles = voices.map(({ known }) => known.middle)
    for (const { at, other } of again) {
      if (other <= 0 && mostAlike(windows[at]!.vector, middles) === voices.length - 1) left[at] = name
    }
    waiting = again.filter(({ other }) => other > 0)
  }
  return { names: left, others }
}
