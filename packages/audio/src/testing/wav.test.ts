import { expect, test } from 'vitest'
import { floatToPcm } from '../pcm'
import { readWav, wavToPcm, writeWav } from './wav'

const ramp = Int16Array.from({ length: 2000 }, (_, n) => n * 16 - 16_000)

test('what is written is read again to the bit, channel by channel', () => {
  const { sampleRate, channels } = readWav(writeWav(ramp, 2, 44_100))
  expect(sampleRate).toBe(44_100)
  expect(channels.map(samples => [...floatToPcm(samples)])).toEqual([
    [...ramp.filter((_, n) => n % 2 === 0)],
    [...ramp.filter((_, n) => n % 2 === 1)],
  ])
  expect(wavToPcm(writeWav(ramp))).toEqual(ramp)
})

test('chunks before the samples are skipped, a cut file gives what it holds', () => {
  const plain = writeWav(ramp)
  const listed = new Uint8Array(plain.length + 12)
  listed.set(plain.subarray(0, 36))
  listed.set([76, 73, 83, 84, 3, 0, 0, 0, 1, 2, 3, 0], 36)
  listed.set(plain.subarray(36), 48)
  expect(wavToPcm(listed)).toEqual(ramp)
  expect(wavToPcm(plain.subarray(0, 44 + 200))).toEqual(ramp.subarray(0, 100))
})

test('samples of 24 bits, 32 bits and floats are read at the same level', () => {
  const values = [0, 0.25, -0.5, 0.75]
  for (const [bits, tag] of [
    [24, 1],
    [32, 1],
    [32, 3],
  ] as const) {
    const width = bits / 8
    const file = new Uint8Array(44 + values.length * width)
    file.set(writeWav(new Int16Array(0)))
    const view = new DataView(file.buffer)
    view.setUint16(20, tag, true)
    view.setUint16(34, bits, true)
    view.setUint32(40, values.length * width, true)
    values.forEach((value, n) => {
      const at = 44 + n * width
      if (tag === 3) view.setFloat32(at, value, true)
      else if (bits === 32) view.setInt32(at, value * 2 ** 31, true)
      else {
        view.setUint16(at, (value * 2 ** 23) & 0xffff, true)
        view.setInt8(at + 2, (value * 2 ** 23) >> 16)
      }
    })
    expect([...readWav(file).channels[0]!]).toEqual(values)
  }
})

test('what is not a WAV file is refused', () => {
  expect(() => readWav(new Uint8Array(100))).toThrow('Not a WAV file')
  expect(() => readWav(writeWav(ramp).subarray(0, 36))).toThrow('no data chunk')
})
