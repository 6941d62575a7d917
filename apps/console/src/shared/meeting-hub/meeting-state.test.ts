import type { MeetingDetail } from '@livetap/contract'
import { expect, test } from 'vitest'
import { meetingState } from './meeting-state'

const of = (detail: Partial<MeetingDetail>, leftMs?: number) =>
  meetingState({
    detail: { stage: '', error: null, ...detail } as MeetingDetail,
    processing: { fraction: 0.5, leftMs },
  })

test('the state of a meeting is one word, with how far it is or why it failed', () => {
  expect(of({ status: 'CallStarted' })).toEqual({ tone: 'live', label: 'Live' })
  expect(of({ status: 'CallEnded' })).toEqual({ tone: 'done', label: 'Ready' })
  const staged = { status: 'processing', stage: 'recognise', stage_number: 5, stage_count: 10 } as const
  expect(of(staged, 180_000)?.more).toBe('stage 5 of 10, about 3 min left')
  expect(of({ status: 'processing' })?.more).toBe('queued')
  expect(of({ status: 'failed', stage: 'decode', error: 'No audio' })?.more).toBe('No audio')
  expect(meetingState({ detail: undefined, processing: undefined })).toBeUndefined()
})
