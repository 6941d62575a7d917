import { expect, test } from 'vitest'
import { collated, collationKey, compareCollated } from './collation-key'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The same texts in every run. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('texts are ordered as the collator orders them: every character, numbers, letters beyond ASCII', () => {
  const random = randoms(7)
  const below = (limit: number) => Math.floor(random.next().value * limit)
  const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('')
  const alphabets = ['aAbB019', ' -_.,()/#', 'äéßłあ', ascii]
  const word = () => {
    const letters = alphabets[below(alphabets.length)]!
    return Array.from({ length: below(6) }, () => letters[below(letters.length)]).join('')
  }
  const texts = Array.from({ length: 800 }, () => word() + word())
  for (const a of texts) {
    const b = texts[below(texts.length)]!
    expect([a, b, Math.sign(compareCollated(collated(a), collated(b)))]).toEqual([
      a,
      b,
      Math.sign(collator.compare(a, b)),
    ])
  }
  const sorted = texts.map(collated).sort(compareCollated)
  expect(sorted.map(({ text }) => text)).toEqual([...texts].sort(collator.compare))
})

test('a number counts by its value, however it is written', () => {
  const order = ['call', 'call 9', 'call 10', 'call 0x', 'call A']
  const sorted = [...order].reverse().map(collated).sort(compareCollated)
  expect(sorted.map(({ text }) => text)).toEqual([...order].sort(collator.compare))
  expect(collationKey('Room 007')).toBe(collationKey('room 7'))
  expect(collationKey('9'.repeat(101))).toBeNull()
})
