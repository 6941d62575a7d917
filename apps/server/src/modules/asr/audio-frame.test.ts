import { expect, test } from 'vitest'
import { readAudioText, toSamples } from './audio-frame'

const frame = (content: string) => Buffer.from(`{"audio_content":"${content}"}`)
const pcm = Buffer.from(Int16Array.from([1, -2, 300, -32_768, 32_767, 0]).buffer)

test('ASR-03 base64 in JSON becomes samples', () => {
  expect([...readAudioText(frame(pcm.toString('base64')))!]).toEqual([1, -2, 300, -32_768, 32_767, 0])
  expect(readAudioText(frame(''))).toHaveLength(0)
  expect([...readAudioText(frame(pcm.subarray(0, 4).toString('base64')))!]).toEqual([1, -2])
  expect([...readAudioText(frame(pcm.subarray(0, 8).toString('base64')))!]).toEqual([1, -2, 300, -32_768])
})

test.each(['{"streaming_config":{}}', '{"audio_content":1}', '', '{}', '{ "audio_content": "AAAA" }'])(
  'ASR-03 %s is left to the slow way',
  text => {
    expect(readAudioText(Buffer.from(text))).toBeUndefined()
  },
)

test.each(['A?AA', 'AAAAA', 'AA A', '====', 'AAAA=AAA', 'A\\u0041AA'])('ASR-03 %s is no audio', content => {
  expect(() => readAudioText(frame(content))).toThrow(/base64|cannot have/)
})

test('ASR-03 odd byte counts are named', () => {
  expect(() => toSamples(Buffer.alloc(3))).toThrow('16-bit audio cannot have 3 bytes')
  expect(() => readAudioText(frame('AAAA'))).toThrow('16-bit audio cannot have 3 bytes')
})

test('ASR-03 a frame that begins inside a sample of memory is read all the same', () => {
  const shifted = Buffer.concat([Buffer.alloc(1), pcm]).subarray(1)
  expect([...toSamples(shifted)]).toEqual([1, -2, 300, -32_768, 32_767, 0])
})
