import { CEPSTRA } from './mfcc'

/**
 * The colour of a voice in its room and microphone: the shape of the spectrum while it speaks, and how that shape moves.
 * The speaker network is made to ignore it, so it distinguishes people whom the network takes for one. The first
 * cepstrum is loudness and the last are too fine to last.
 */
const FIRST_CEPSTRUM = 1
export const TIMBRE_SIZE = 20
/** The lower triangle of their products. */
export const SPREAD_SIZE = (TIMBRE_SIZE * (TIMBRE_SIZE + 1)) / 2

/** So many frames of speech, and the sums of their colour. */
export interface TimbreSums {
  count: number
  timbre: Float32Array
}

/** And of the products of each two values of it, from which its covariance follows. */
export interface TimbreStatistics extends TimbreSums {
  spread: Float32Array
}

/** Adds one frame's share to a row of sums. */
export function addTimbre(
  { timbre, spread }: Omit<TimbreStatistics, 'count'>,
  row: number,
  data: Float32Array,
  frame: number,
): void {
  const from = frame * CEPSTRA + FIRST_CEPSTRUM
  let at = row * SPREAD_SIZE
  for (let i = 0; i < TIMBRE_SIZE; i++) {
    const value = data[from + i]!
    timbre[row * TIMBRE_SIZE + i]! += value
    for (let j = 0; j <= i; j++) spread[at++]! += value * data[from + j]!
  }
}

/** The slow shapes alone: of a second of speech no more is known. */
const SLOW_SHAPES = 13
/** Squared distance that two stretches of one frame each have by what is said alone. */
const DISTANCE_BY_CHANCE = 35_000
/** Keeps the weights near those of likeness. */
const SCALE = 100

/**
 * How far apart two short stretches are in mean colour: about 0 for one voice however short they are, about 3 for two
 * women in two studios. `byChance` is left out where only the differences between several count.
 */
export function timbreApart(one: TimbreSums, other: TimbreSums, byChance = DISTANCE_BY_CHANCE): number {
  let distance = 0
  for (let k = 0; k < SLOW_SHAPES; k++) {
    const apart = one.timbre[k]! / one.count - other.timbre[k]! / other.count
    distance += apart * apart
  }
  return (distance - byChance * (1 / one.count + 1 / other.count)) / SCALE
}
