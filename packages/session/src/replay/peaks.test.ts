import { expect, test, vi } from 'vitest'
import { Scope } from '../scope'
import { type DecodeSound, peaksOfFile } from './peaks'

/** A second of silence, a second of a loud sound, half a second of a quiet one. */
const samples = Float32Array.from({ length: 10_000 }, (_, at) => {
  const sign = at % 2 === 0 ? 1 : -1
  if (at < 4000) return 0
  return at < 8000 ? sign : sign * 0.25
})
const decode: DecodeSound = async () => ({
  length: samples.length,
  sampleRate: 4000,
  getChannelData: () => samples,
})
const file = new File(['sound'], 'a.flac')

test('PAS-13 a short recording of this computer has its waveform: a lowest and a highest a tenth of a second', async () => {
  const peaks = await peaksOfFile(file, 2500, new Scope(), decode)
  expect(peaks?.stepMs).toBe(100)
  expect([...peaks!.values]).toEqual([
    ...Array.from({ length: 10 }, () => [0, 0]).flat(),
    ...Array.from({ length: 10 }, () => [-128, 127]).flat(),
    ...Array.from({ length: 5 }, () => [-32, 32]).flat(),
  ])
})

test('a long recording, a big file, and one that cannot be decoded go without', async () => {
  const asked = vi.fn(decode)
  const big = Object.defineProperty(new File(['x'], 'b.wav'), 'size', { value: 65 * 1024 * 1024 })
  expect(await peaksOfFile(file, 15 * 60_000 + 1, new Scope(), asked)).toBeUndefined()
  expect(await peaksOfFile(file, 0, new Scope(), asked)).toBeUndefined()
  expect(await peaksOfFile(big, 1000, new Scope(), asked)).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
  const refuse: DecodeSound = () => Promise.reject(new DOMException('no', 'EncodingError'))
  expect(await peaksOfFile(file, 1000, new Scope(), refuse)).toBeUndefined()
})
