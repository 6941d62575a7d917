import { expect, test } from 'vitest'
import { letterToSound } from './letter-to-sound'

test.each([
  ['zorblax', 'Z AO R B L AE K S'],
  ['phosh', 'F AA SH'],
  ['knate', 'N EY T'],
  ['tcp', 'T IY S IY P IY'],
  ['chukwu', 'CH AH K W UW'],
])('%s sounds like %s', (word, phones) => {
  expect(letterToSound(word).join(' ')).toBe(phones)
})

test('every word of letters gets a pronunciation', () => {
  for (const word of ['siobhan', 'nguyen', 'anaïs', 'xu', 'y', 'mbappe', 'übermut', 'q']) {
    expect(letterToSound(word).length).toBeGreaterThan(0)
  }
})
