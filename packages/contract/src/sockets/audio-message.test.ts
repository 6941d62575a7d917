import { expect, test } from 'vitest'
import { AudioMessageError, decodeAudioMessage, encodeAudioMessage } from './audio-message'

test('LIV-06 an audio message carries version, encoding, rate, language, gzip flag, audio and csi', () => {
  const audio = new Uint8Array([1, 2, 3, 250])
  const frame = encodeAudioMessage({
    audio_content: audio,
    sample_rate_hertz: 16_000,
    language_code: 'en-US',
    csi: 3,
  })
  expect(decodeAudioMessage(frame)).toEqual({
    version: 1,
    encoding: 'LINEAR16',
    sample_rate_hertz: 16000,
    language_code: 'en-US',
    is_gzipped: false,
    audio_content: audio,
    csi: 3,
  })
})

test('LIV-06 the wire form is plain protocol buffers with the agreed field numbers', () => {
  const frame = encodeAudioMessage({
    audio_content: new Uint8Array([7]),
    sample_rate_hertz: 16_000,
    language_code: 'en',
    csi: 0,
  })
  const hex = Buffer.from(frame).toString('hex')
  expect(hex).toBe('080112084c494e4541523136' + '18807d' + '2202656e' + '2800' + '320107' + '3800')
})

test('LIV-06 the place on the stream clock travels when it is known', () => {
  const given = { audio_content: new Uint8Array([7]), sample_rate_hertz: 16_000, language_code: 'en', csi: 0 }
  expect(decodeAudioMessage(encodeAudioMessage({ ...given, start_millis: 123_456 })).start_millis).toBe(
    123_456,
  )
  expect(decodeAudioMessage(encodeAudioMessage(given)).start_millis).toBeUndefined()
})

test('fields of a newer version are skipped', () => {
  const frame = encodeAudioMessage({
    audio_content: new Uint8Array([7]),
    sample_rate_hertz: 16_000,
    language_code: 'en',
    csi: 1,
  })
  const newer = new Uint8Array([...frame, 0x42, 0x01, 0x09])
  expect(decodeAudioMessage(newer).csi).toBe(1)
})

test('a cut frame is an error with a reason', () => {
  const frame = encodeAudioMessage({
    audio_content: new Uint8Array(100),
    sample_rate_hertz: 16_000,
    language_code: 'en',
    csi: 1,
  })
  expect(() => decodeAudioMessage(frame.subarray(0, 40))).toThrow(AudioMessageError)
})
