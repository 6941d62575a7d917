import type { MeetingDetail } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error'
import { memoryStorage } from '../memory-storage.test-support'
import { isUnreadable, UploadList } from './upload-list'

const storage = memoryStorage()
const details = new Map<string, Partial<MeetingDetail>>()
const events: string[] = []

const create = () =>
  new UploadList({
    storage,
    key: 'uploads',
    detail: async id => {
      const detail = details.get(id)
      if (!detail) throw new ApiError('client', 'No such meeting', { status: 404 })
      return { id, ...detail } as MeetingDetail
    },
    onReady: ({ fileName }) => events.push(`ready ${fileName}`),
    onFailed: ({ fileName, error }) => events.push(`failed ${fileName}: ${error}`),
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('LAU-08 each upload is followed to its end, over a reload, and says once that it is ready or failed', async () => {
  details.set('a', { status: 'processing', stage: 'queued', progress: 0 })
  details.set('b', {
    status: 'processing',
    stage: 'recognition',
    progress: 0.42,
    stage_number: 5,
    stage_count: 10,
  })
  const list = create()
  list.add({ meeting_id: 'a', file_name: 'a.wav', uploaded: true })
  list.add({ meeting_id: 'b', file_name: 'b.wav', uploaded: true })
  list.add({ meeting_id: 'b', file_name: 'b.wav', uploaded: true })
  list.add({ meeting_id: 'gone', file_name: 'gone.wav', uploaded: true })
  const stop = list.watch()
  await vi.advanceTimersByTimeAsync(100)
  expect(list.getSnapshot()).toEqual([
    {
      meetingId: 'b',
      fileName: 'b.wav',
      state: 'processing',
      stage: 'recognition',
      fraction: 0.42,
      stageNumber: 5,
      stageCount: 10,
    },
    { meetingId: 'a', fileName: 'a.wav', state: 'waiting' },
  ])
  stop()

  const reloaded = create()
  expect(reloaded.getSnapshot().map(({ fileName }) => fileName)).toEqual(['b.wav', 'a.wav'])
  details.set('b', { status: 'CallEnded', stage: 'statistics', progress: 1 })
  const error = 'This file is not readable audio: The recording cannot be decoded'
  details.set('a', { status: 'failed', stage: 'probe', error })
  const stopAgain = reloaded.watch()
  await vi.advanceTimersByTimeAsync(10_000)
  stopAgain()
  expect(events).toEqual(['ready b.wav', `failed a.wav: ${error}`])
  expect(reloaded.getSnapshot()).toEqual([
    { meetingId: 'b', fileName: 'b.wav', state: 'ready' },
    { meetingId: 'a', fileName: 'a.wav', state: 'failed', error },
  ])
  expect(isUnreadable(error)).toBe(true)
  expect(isUnreadable('Processing failed at recognition: no')).toBe(false)
  reloaded.remove('a')
  expect(create().getSnapshot()).toHaveLength(1)
})
