import { expect, test } from 'vitest'
import { scatteredVoices } from '../../testing/scattered-voices'
import { mergeByPlda } from './plda-merging'

const size = 12
const variances = new Float32Array(size).fill(4)

/** Windows of three voices, thirty each, one after the other. */
function threeVoices() {
  const truth = Array.from({ length: 90 }, (_, at) => Math.floor(at / 30))
  return { truth, windows: scatteredVoices(truth, size, 8) }
}

test('two halves of one voice become one, and no other speaker joins them', () => {
  const { truth, windows } = threeVoices()
  const halved = truth.map((voice, at) => (voice === 1 && at % 2 === 0 ? 7 : voice))
  const names = mergeByPlda(windows, halved, variances)
  expect(new Set(names).size).toBe(3)
  truth.forEach((voice, at) => {
    expect(names[at]).toBe(names[truth.indexOf(voice)])
  })
})

test('a voice that is heard in three windows stays apart, and a stray window of one voice does not', () => {
  const { truth, windows } = threeVoices()
  const few = [...windows.slice(0, 60), ...windows.slice(60, 63)]
  const names = truth.slice(0, 63)
  expect(new Set(mergeByPlda(few, names, variances)).size).toBe(3)
  const withStray = names.map((name, at) => (at === 10 ? 9 : name))
  expect(mergeByPlda(few, withStray, variances)[10]).toBe(mergeByPlda(few, withStray, variances)[0])
})
