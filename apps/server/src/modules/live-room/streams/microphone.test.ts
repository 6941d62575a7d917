import type { RecognitionResult } from '@livetap/speech'
import { expect, test } from 'vitest'
import type { StreamRecord } from './live-streams.store'
import { Microphone } from './microphone'

const saidBy = (...speakerIds: string[]) => ({ speakerIds }) as unknown as RecognitionResult

function microphone(change: Partial<StreamRecord> = {}) {
  const record = { shared: null, voices: 1, unattributed: false, ...change }
  const meeting = { isOnlyOne: true }
  const heard: number[] = []
  const said: boolean[] = []
  const unattributed: true[] = []
  const one = new Microphone({
    record,
    isOnlyOne: () => meeting.isOnlyOne,
    onVoice: voice => heard.push(voice),
    onShared: isShared => said.push(isShared),
    onUnattributed: () => unattributed.push(true),
  })
  return { one, meeting, heard, said, unattributed }
}

test('at the only microphone of a meeting voices are diarized; where each participant has one they are not', () => {
  const { one, meeting } = microphone()
  expect(one.recognition).toMatchObject({ diarization: 'if-in-time', voices: expect.anything() })
  meeting.isOnlyOne = false
  expect(one.hasChanged()).toBe(true)
  expect(one.recognition).toEqual({})
  expect(one.voiceOf(saidBy('1'))).toBeUndefined()
  expect(one.hasChanged()).toBe(false)
})

test('voices are numbered at their first words, and each is announced once', () => {
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

test('once there were two voices they are diarized, also when others join the meeting', () => {
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
  // They rather wait for a line than miss who said it.
  expect(one.recognition).toMatchObject({ diarization: true })
  expect(said).toEqual([false, true])
})

test('that a line has no speaker is noted, once', () => {
  const { one, unattributed } = microphone()
  const unknown = { speakerIds: [], speakerUnknown: true } as unknown as RecognitionResult
  one.voiceOf(saidBy())
  expect(unattributed).toEqual([])
  expect(one.voiceOf(unknown)).toBeUndefined()
  one.voiceOf(unknown)
  expect(unattributed).toEqual([true])
})

test('after a restart no voice gets the number of another', () => {
  const { one, heard } = microphone({ voices: 2 })
  expect(one.voiceOf(saidBy('1'))).toBe(3)
  expect(heard).toEqual([3])
  const alone = microphone()
  expect(alone.one.voiceOf(saidBy('1'))).toBe(1)
  expect(alone.heard).toEqual([])
})
