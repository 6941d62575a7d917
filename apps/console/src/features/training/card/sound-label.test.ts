import { expect, test } from 'vitest'
import { soundLabel } from './sound-label'

test('TRN-01 the labels of a shard’s sound', () => {
  expect(soundLabel(undefined)).toBe('')
  expect(soundLabel({ phase: 'paused', isPlaying: false })).toBe('')
  expect(soundLabel({ phase: 'playing', isPlaying: true })).toBe('Playing...')
  expect(soundLabel({ phase: 'seeking', isPlaying: true })).toBe('Seeking...')
  expect(soundLabel({ phase: 'seeking', isPlaying: false })).toBe('Seeking...')
})
