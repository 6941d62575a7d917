import { expect, test } from 'vitest'
import { microphoneNotes, recordStateOf, recordWords } from './record-state'

const room = { startedAtMs: 1000, recording: true, transcription: true, offTheRecordUntilMs: 0 }

test('LIV-30 what is kept of what is said is said in words, and is unknown before the service says it', () => {
  const stateAt = (change: Partial<typeof room> | { startedAtMs: undefined }) =>
    recordStateOf({ ...room, ...change }, 5000)
  expect(stateAt({ startedAtMs: undefined })).toBe('unknown')
  expect(stateAt({})).toBe('recording')
  expect(stateAt({ recording: false })).toBe('text-only')
  expect(stateAt({ recording: false, transcription: false })).toBe('nothing')
  expect(stateAt({ recording: false, offTheRecordUntilMs: 6000 })).toBe('off-the-record')
  expect(stateAt({ offTheRecordUntilMs: 5000 })).toBe('recording')
  expect(recordWords.unknown).toBe('–')
  expect(microphoneNotes.recording).toBeUndefined()
})
