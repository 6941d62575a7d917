import type { LiveTranscript } from '@livetap/contract'
import { expect, test } from 'vitest'
import { ownMicrophone, personOf, speakerOf } from './live-room'

const lineOf = (more: object) => ({ transcript: { csis: [0], ...more } }) as unknown as LiveTranscript
const owners = new Map([['a', 'ann']])

test('of several people at one microphone each has a name and a key of their own, the first its owner’s', () => {
  expect(speakerOf(lineOf({ stream_id: 'a' }), owners)).toBe('ann')
  expect(speakerOf(lineOf({ stream_id: 'a', voice: 3 }), owners)).toBe('ann, voice 3')
  expect(speakerOf(lineOf({ stream_id: 'b', voice: 3 }), owners)).toBeUndefined()
  const keys = [undefined, 2, 3].map(voice => personOf(lineOf({ stream_id: 'a', voice })))
  expect(new Set(keys).size).toBe(3)
})

test('the microphone of this screen is the newest of its own', () => {
  const voice = { csi: 0, name: 'ann', speaking: false, shared: true, voices: 1 }
  const participants = [
    { ...voice, key: 'a', clientKey: 'me' },
    { ...voice, key: 'b', clientKey: 'me' },
    { ...voice, key: 'c', clientKey: 'you' },
  ]
  expect(ownMicrophone({ participants, ownKey: 'me' })?.key).toBe('b')
  expect(ownMicrophone({ participants, ownKey: undefined })).toBeUndefined()
})
