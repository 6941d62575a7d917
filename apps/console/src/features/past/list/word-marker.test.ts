import { buildCueIndex } from '@livetap/transcript'
import { currentAt, litAt } from '@livetap/transcript/testing'
import { expect, test } from 'vitest'
import { type MarkedRoot, type MarkerLine, WordMarker } from './word-marker'

type Marks = Record<number, string>

/** One element a word, as the rows that are lit have them. */
class FakeWords implements MarkedRoot {
  readonly playing: Marks = {}
  readonly underlined: Marks = {}

  querySelectorAll(selector: string): never {
    const word = Number(/\d+/.exec(selector)?.[0])
    const of = (name: string) => (name === 'data-playing' ? this.playing : this.underlined)
    const element = {
      setAttribute: (name: string, value: string) => {
        of(name)[word] = value
      },
      removeAttribute: (name: string) => {
        delete of(name)[word]
      },
    }
    return [element] as never
  }
}

/** Gaps of 1 to 40 ms, an overlap, two words that start together, and one without a length. */
const spoken = [
  { startMs: 5, endMs: 20 },
  { startMs: 21, endMs: 60 },
  { startMs: 100, endMs: 130 },
  { startMs: 120, endMs: 140 },
  { startMs: 150, endMs: 170 },
  { startMs: 150, endMs: 160 },
  { startMs: 180, endMs: 180 },
]
const index = buildCueIndex(
  spoken.map(({ startMs }) => startMs),
  spoken.map(({ endMs }) => endMs),
)

/** The words that cover a moment, in the order of their starts: the last one is the latest started. */
function expectedAt(ms: number): Marks {
  const covering = spoken.flatMap(({ startMs, endMs }, word) =>
    startMs <= ms && ms < Math.max(endMs, startMs + 1) ? [word] : [],
  )
  return Object.fromEntries(covering.map(word => [word, word === covering.at(-1) ? 'current' : 'lit']))
}

/** Goes through every millisecond of the clock. */
function walk(line: MarkerLine | undefined, look: (root: FakeWords, ms: number) => void): void {
  let now = { word: -1, litWords: [] as readonly number[] }
  let update = () => {}
  const root = new FakeWords()
  const subscribe = (listener: () => void) => {
    update = listener
    return () => {}
  }
  new WordMarker({ getSnapshot: () => now, subscribe, onBehind: () => () => {} }, line).attach(root)
  for (let ms = 0; ms < 200; ms++) {
    now = { word: currentAt(index, ms), litWords: litAt(index, ms) }
    update()
    look(root, ms)
  }
}

test('PAS-09 PAS-15 at every millisecond the words that cover it are underlined, none in a gap however short', () => {
  walk(undefined, (root, ms) => {
    expect(root.playing, `at ${ms} ms`).toEqual(expectedAt(ms))
    expect(root.underlined, `at ${ms} ms`).toEqual(expectedAt(ms))
  })
})

test('PAS-09 while the sound runs the line underlines the current word, the marker the others', () => {
  let steps = 0
  const line = { isRunning: true, start: () => {}, keepInStep: () => steps++, stop: () => {} }
  walk(line, (root, ms) => {
    expect(root.playing, `at ${ms} ms`).toEqual(expectedAt(ms))
    expect(Object.values(root.underlined)).not.toContain('current')
    expect(Object.keys(root.underlined)).toHaveLength(Math.max(0, Object.keys(expectedAt(ms)).length - 1))
  })
  expect(steps).toBeGreaterThan(0)
})

test('PAS-09 where the sound falls behind, the line is put right at once, not with the next word', () => {
  let steps = 0
  let fallBehind = () => {}
  const line = { isRunning: true, start: () => {}, keepInStep: () => steps++, stop: () => {} }
  const source = {
    getSnapshot: () => ({ word: 0, litWords: [0] }),
    subscribe: () => () => {},
    onBehind: (listener: () => void) => {
      fallBehind = listener
      return () => {}
    },
  }
  new WordMarker(source, line).attach(new FakeWords())
  const before = steps
  fallBehind()
  expect(steps).toBe(before + 1)
})
