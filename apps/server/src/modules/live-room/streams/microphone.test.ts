import type { RecognitionResult } from '@livetap/speech'
import { expect, test } from 'vitest'
import { Microphone } from './microphone'

const saidBy = (...speakerIds: string[]) => ({ speakerIds }) as unknown as RecognitionResult

function microphone(record = { shared: null as boolean | null, voices: 1 }) {
  const meeting = { isOnlyOne: true }
  const heard: number[] = []
  const said: boolean[] = []
  const one = new Microphone({
    record,
    isOnlyOne: () => meeting.isOnlyOne,
    onVoice: voice => heard.push(voice),
    onShared: isShared => said.push(isShared),
  })
  return { one, meeting, heard, said }
}

test('at the only microphone of a meeting voices are told apart; where everybody has one they are not', () => {
  const { one, meeting } = microphone()
  expect(one.recognition).toMatchObject({ diarization: 'if-in-time', voices: expect.anything() })
  meeting.isOnlyOne = false
  expect(one.hasChanged()).toBe(true)
  expect(one.recognition).toEqual({})
  expect(one.voiceOf(saidBy('1'))).toBeUndefined()
  expect(one.hasChanged()).toBe(false)
})

test('voices are numbered as they are first heard to say words, and each is told once', () => {
  const { one, heard } = microphone()
  expect(one.voiceOf(saidBy('1'))).toBe(1)
  expect(one.voiceOf(saidBy('3'))).toBe(2)
  expect(one.voiceOf(saidBy('1'))).toBe(1)
  expect(one.voiceOf(saidBy('2', '1'))).toBe(3)
  expect(one.voiceOf(saidBy('3'))).toBe(2)
  expect(one.voiceOf(saidBy())).toBeUndefined()
  expect(heard).toEqual([2, 3])
  expect(one.voices).toBe(3)
})

test('once there were two they are told apart, whoever joins the meeting', () => {
  const { one, meeting } = microphone()
  one.voiceOf(saidBy('1'))
  one.voiceOf(saidBy('2'))
  meeting.isOnlyOne = false
  expect(one.isShared).toBe(true)
})

test('what its owner says counts, and is said once', () => {
  const { one, said } = microphone()
  one.share(false)
  one.share(false)
  expect(one.isShared).toBe(false)
  one.share(true)
  expect(one.isShared).toBe(true)
  expect(said).toEqual([false, true])
})

test('after a restart nobody gets the number of somebody else', () => {
  const { one, heard } = microphone({ shared: null, voices: 2 })
  expect(one.voiceOf(saidBy('1'))).toBe(3)
  expect(heard).toEqual([3])
  const alone = microphone({ shared: null, voices: 1 })
  expect(alone.one.voiceOf(saidBy('1'))).toBe(1)
  expect(alone.heard).toEqual([])
})
