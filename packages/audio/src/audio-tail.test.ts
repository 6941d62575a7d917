import { expect, test } from 'vitest'
import { AudioTail } from './audio-tail'
import { bytesToMs, msToBytes } from './sample-rate'

test('ASR-04 any stretch of the last bytes can be read again, across the edge of the ring', () => {
  const tail = new AudioTail(10)
  let written = 0
  for (const size of [100, 320, 64, 2, 511, 33, 320, 640]) {
    tail.append(Uint8Array.from({ length: size }, (_, n) => (written + n) % 251))
    written += size
    expect(tail.end).toBe(written)
    expect(tail.start).toBe(Math.max(0, written - 320))
    for (const from of [tail.start, tail.start + 1, Math.max(tail.start, written - 7)]) {
      const wanted = Uint8Array.from({ length: written - from }, (_, n) => (from + n) % 251)
      expect(tail.slice(from, written)).toEqual(wanted)
    }
  }
  expect(() => tail.slice(tail.start - 1, tail.end)).toThrow(RangeError)
})

test('ASR-04 a tail of nothing keeps count and holds nothing', () => {
  const tail = new AudioTail(0)
  tail.append(new Uint8Array(512))
  expect([tail.start, tail.end]).toEqual([512, 512])
})

test('ASR-04 positions never fall inside a sample', () => {
  expect(msToBytes(0.05)).toBe(0)
  expect(msToBytes(1000.03)).toBe(32_000)
  expect(bytesToMs(512)).toBe(16)
})
