import { expect, test } from 'vitest'
import { seeded } from '../../testing/recordings'
import { scatteredVoices } from '../../testing/scattered-voices'
import { Plda } from '../embeddings/plda'
import { vbx } from './vbx'
import { vbxSearch } from './vbx-search'

const size = 12
const variances = new Float32Array(size).fill(4)
const settings = { fa: 0.3, fb: 6, loopProbability: 0.9 }
const searching = { fa: 0.45, fb: 2.25, loopProbability: 0.9 }

/** Turns of ten windows each; a voice scatters by 1 around a place of its own. */
function conversation(voices: number, turns: number) {
  const truth = Array.from({ length: turns * 10 }, (_, i) => Math.floor(i / 10) % voices)
  return { truth, windows: scatteredVoices(truth, size, 21) }
}

const numbered = (labels: readonly number[]) => {
  const names = [...new Set(labels)]
  return labels.map(label => names.indexOf(label))
}

test.each([1, 2, 4, 6])('of a guess with twice as many groups %i voices are left', voices => {
  const { truth, windows } = conversation(voices, 24)
  const guess = truth.map((voice, i) => voice * 2 + (Math.floor(i / 10 / voices) % 2))
  expect(numbered(vbx(windows, guess, variances, settings).names)).toEqual(truth)
})

test.each([1, 2, 6])('%i voices are found from a guess that holds them all for one', voices => {
  const { truth, windows } = conversation(voices, 24)
  const one = truth.map(() => 0)
  expect(new Set(vbx(windows, one, variances, searching).names).size).toBe(1)
  expect(numbered(vbxSearch(windows, one, variances, searching))).toEqual(truth)
})

test('a voice that the guess split stays one, and another that it joined is two', () => {
  const { truth, windows } = conversation(4, 24)
  const guess = truth.map((voice, i) => (voice < 2 ? 0 : voice === 2 ? 1 + (Math.floor(i / 10 / 4) % 2) : 3))
  expect(numbered(vbxSearch(windows, guess, variances, searching))).toEqual(truth)
})

test('a window that is a little more like another voice stays with the one that speaks', () => {
  const { truth, windows } = conversation(2, 8)
  const [one, other] = [windows[14]!, windows[25]!]
  const doubtful = one.map((value, d) => 0.45 * value + 0.55 * other[d]!)
  const heard = windows.map((window, i) => (i === 24 ? doubtful : window))
  expect(numbered(vbx(heard, truth, variances, settings).names)).toEqual(truth)
})

test('what a line does to all windows alike is gone in the space of voices', () => {
  const next = seeded(3)
  const space = Plda.load()
  const vectors = Array.from({ length: 5 }, () => Float32Array.from({ length: 320 }, () => next() - 0.5))
  const shifted = vectors.map(vector => vector.map((value, i) => value + (i % 3) * 0.1))
  const [plain, same] = [space.place(vectors), space.place(shifted)]
  plain.forEach((row, i) => {
    row.forEach((value, d) => {
      expect(same[i]![d]).toBeCloseTo(value, 3)
    })
  })
})
