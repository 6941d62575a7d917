import { expect, test } from 'vitest'
import { type NamedWindow, nameVoices } from './name-voices'

const window = (frames: number, speaker?: string, former?: string[]): NamedWindow => ({
  pool: { count: frames },
  speaker,
  former,
})

test('a voice is who most of its speech was held to be, and two voices are never one speaker', () => {
  const windows = [window(100, '1'), window(150, '1'), window(150, '2'), window(150)]
  expect(nameVoices(windows, [0, 0, 1, 1])).toEqual(
    new Map([
      [0, '1'],
      [1, '2'],
    ]),
  )
  expect(nameVoices(windows, [0, 1, -1, 1])).toEqual(new Map([[1, '1']]))
})

test('a voice that was joined with another for a while gets its own name back, not a new one', () => {
  const windows = [window(150, '1', ['1']), window(150, '1', ['1']), window(150, '1', ['2', '1'])]
  expect(nameVoices(windows, [0, 0, 1]).get(1)).toBe('2')
})

test('the name that a voice has now counts for more than one that it had before', () => {
  const windows = [window(150, '1', ['2', '1']), window(150, '2', ['2'])]
  expect(nameVoices(windows, [0, 1])).toEqual(
    new Map([
      [0, '1'],
      [1, '2'],
    ]),
  )
})
