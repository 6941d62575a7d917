import type { RecognitionResult } from '@livetap/speech'
import { expect, test } from 'vitest'
import type { StreamRecord } from './live-streams.store'
import { Microphone } from './microphone'
import { PeopleHeard } from './people-heard'

const saidBy = (...speakerIds: string[]) => ({ speakerIds }) as unknown as RecognitionResult

function microphone(change: Partial<StreamRecord> = {}, people = new PeopleHeard({ count: 1 })) {
  const record = { shared: null, unattributed: false, ...change }
  const meeting = { isOnlyOne: true }
  const heard: number[] = []
  const said: boolean[] = []
  const unattributed: true[] = []
  const one = new Microphone({
    record,
    people,
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

test('after a restart no voice that is not known again gets the number of another', () => {
  const { one, heard } = microphone({}, new PeopleHeard({ count: 2 }))
  expect(one.isShared).toBe(true)
  expect(one.voiceOf(saidBy('1'))).toBe(3)
  expect(heard).toEqual([3])
  const alone = microphone()
  expect(alone.one.voiceOf(saidBy('1'))).toBe(1)
  expect(alone.heard).toEqual([])
})

test('after a restart voices that are known again keep their numbers, and a new one gets the next', () => {
  const sound = async () => new Int16Array()
  const people = new PeopleHeard({
    count: 2,
    earlier: [
      { speaker: '1', sound },
      { speaker: '2', sound },
    ],
  })
  const { one, heard } = microphone({}, people)
  expect(people.memory.named).toBe(2)
  for (const { speaker } of people.memory.takeEarlier()) people.memory.knownAgain.add(speaker)
  expect(['2', '1', '3', '2'].map(speaker => one.voiceOf(saidBy(speaker)))).toEqual([2, 1, 3, 2])
  expect(heard).toEqual([3])
})

test('the streams of one person know the same voices', () => {
  const people = new PeopleHeard({ count: 1 })
  const [before, after] = [microphone({}, people), microphone({}, people)]
  expect(before.one.voiceOf(saidBy('1'))).toBe(1)
  expect(before.one.voiceOf(saidBy('2'))).toBe(2)
  expect(after.one.isShared).toBe(true)
  expect(after.one.recognition.voices).toBe(before.one.recognition.voices)
  expect(after.one.voiceOf(saidBy('2'))).toBe(2)
  expect(after.one.voiceOf(saidBy('3'))).toBe(3)
  expect(before.one.voices).toBe(3)
})
