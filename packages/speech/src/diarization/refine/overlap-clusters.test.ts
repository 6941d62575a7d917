import { expect, test } from 'vitest'
import { withoutOverlapClusters } from './overlap-clusters'

interface Part {
  voice: number
  windows: number
  together: number
  vector: [number, number]
}

function recording(...parts: Part[]) {
  const all = parts.flatMap(part => Array.from({ length: part.windows }, () => part))
  return {
    vectors: all.map(({ vector }) => Float32Array.from(vector)),
    names: all.map(({ voice }) => voice),
    together: all.map(({ together }) => together),
  }
}

const found = ({ vectors, names, together }: ReturnType<typeof recording>) =>
  new Set(withoutOverlapClusters(vectors, names, together))

const ann: Part = { voice: 0, windows: 900, together: 0.12, vector: [1, 0] }
const bob: Part = { voice: 1, windows: 800, together: 0.18, vector: [0, 1] }
const both: Part = { voice: 2, windows: 150, together: 0.54, vector: [0.8, 0.6] }

test('much speech in which two are heard nearly all the time is no third voice: it goes to the one it is most like', () => {
  const { vectors, names, together } = recording(ann, bob, both)
  const left = withoutOverlapClusters(vectors, names, together)
  expect(new Set(left)).toEqual(new Set([0, 1]))
  expect(left.slice(-both.windows)).toEqual(Array(both.windows).fill(0))
})

test('two mixtures go as well', () => {
  const others: Part = { ...both, voice: 4, vector: [-1, 0.2] }
  const cem: Part = { ...ann, voice: 3, vector: [-1, 0] }
  expect(found(recording(ann, bob, both, cem, others))).toEqual(new Set([0, 1, 3]))
})

test('a speaker who says little stays, though others speak all the while', () => {
  expect(found(recording(ann, bob, { ...both, windows: 40 })).size).toBe(3)
})

test('a voice stays where a second one is heard everywhere, and where only two voices are left', () => {
  const loud = [ann, bob].map(part => ({ ...part, together: 0.4 })) as [Part, Part]
  expect(found(recording(...loud, both)).size).toBe(3)
  expect(found(recording(ann, both)).size).toBe(2)
})
