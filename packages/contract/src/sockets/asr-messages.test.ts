import { expect, test } from 'vitest'
import {
  decodeSubProtocolValue,
  durationToMillis,
  encodeSubProtocolValue,
  millisToDuration,
} from './asr-messages'

test('ASR-02 a value that is no HTTP token travels as base64url and comes back', () => {
  for (const value of ['a b', 'clé/æ=', '', '名前', 'x,y'.repeat(50)]) {
    const encoded = encodeSubProtocolValue(value)
    expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/)
    expect(decodeSubProtocolValue(encoded)).toBe(value)
  }
  expect(encodeSubProtocolValue('eyJh.eyJz.c2ln-_')).toBe('eyJh.eyJz.c2ln-_')
  expect(decodeSubProtocolValue('%%%')).toBeNull()
})

test('ASR-04 seconds plus nanos become milliseconds, and back', () => {
  expect(durationToMillis({ seconds: 3, nanos: 250_000_000 })).toBe(3250)
  expect(millisToDuration(3250.5)).toEqual({ seconds: 3, nanos: 250_500_000 })
})
