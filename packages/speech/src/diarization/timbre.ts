import { cepstra } from './mfcc'

/**
 * The colour of a voice in its room and microphone: the mean shape of the spectrum while it speaks. The speaker network
 * is made not to hear it, so it tells apart people whom the network takes for one. The first cepstrum is loudness and
 * the last are too fine to last.
 */
const firstCepstrum = 1
export const timbreSize = 13

/** Adds one frame's share to a row of sums. */
export function addTimbre(sums: Float32Array, row: number, data: Float32Array, frame: number): void {
  for (let k = 0; k < timbreSize; k++) {
    sums[row * timbreSize + k]! += data[frame * cepstra + firstCepstrum + k]!
  }
}

/** So many frames of speech, and the sums of their colour. */
export interface Heard {
  count: number
  timbre: Float32Array
}

/** Squared distance that two stretches of one frame each have by what is said alone. */
const byChance = 35_000
/** Keeps the weights near those of likeness. */
const scale = 100

/**
 * How far apart two stretches are in colour: about 0 for one voice however short they are, about 3 for two women in two
 * studios. `overlap` is how often each frame was counted.
 */
export function timbreApart(one: Heard, other: Heard, overlap = 1): number {
  let distance = 0
  for (let k = 0; k < timbreSize; k++) {
    const apart = one.timbre[k]! / one.count - other.timbre[k]! / other.count
    distance += apart * apart
  }
  return (distance - overlap * byChance * (1 / one.count + 1 / other.count)) / scale
}
