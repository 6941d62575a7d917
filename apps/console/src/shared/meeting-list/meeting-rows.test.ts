import type { RecentMeeting } from '@livetap/contract'
import { expect, test } from 'vitest'
import { meetingRows } from './meeting-rows'

const meeting = (id: string, status: RecentMeeting['status']): RecentMeeting => ({
  id,
  title: `Talk ${id}`,
  host: 'ann@example.org',
  site: '',
  number: '25',
  region: '',
  source: '',
  status,
  stage: '',
  progress: 0.5,
  error: null,
  start: '2026-03-01T10:00:00Z',
  duration: 90_000,
  speakers: 2,
})

const opened = [
  { meetingId: 'a', path: '/live/a', openedAtMs: 5 },
  { meetingId: 'gone', path: '/past-stats/gone/1/2', openedAtMs: 4, title: 'Long ago' },
]

test('title, length, speakers and state come from the server, the opening from this browser', () => {
  const rows = meetingRows(opened, [meeting('b', 'CallStarted'), meeting('a', 'CallEnded')])
  const startMs = Date.UTC(2026, 2, 1, 10)
  const known = {
    startMs,
    durationMs: 90_000,
    speakers: 2,
    progress: 0.5,
    number: '25',
    host: 'ann@example.org',
    stage: '',
    reason: '',
    may: undefined,
    isRestricted: false,
    sharing: undefined,
  }
  expect(rows).toEqual([
    {
      ...known,
      meetingId: 'b',
      title: 'Talk b',
      path: '/live/b/do_not_record_audio',
      openedAtMs: null,
      state: 'live',
    },
    { ...known, meetingId: 'a', title: 'Talk a', path: '/past/a', openedAtMs: 5, state: 'ready' },
    {
      meetingId: 'gone',
      title: 'Long ago',
      number: '',
      host: '',
      path: '/past-stats/gone/1/2',
      openedAtMs: 4,
      startMs: null,
      durationMs: null,
      speakers: null,
      state: 'unknown',
      progress: 0,
      stage: '',
      reason: '',
      may: undefined,
      isRestricted: false,
      sharing: undefined,
    },
  ])
})

test('a meeting that is transcribed or could not be says so', () => {
  const rows = meetingRows([], [meeting('p', 'processing'), meeting('f', 'failed')])
  expect(rows.map(({ state }) => state)).toEqual(['transcribing', 'failed'])
  const failed = { ...meeting('f', 'failed'), error: 'no sound' }
  expect(meetingRows([], [failed])[0]?.reason).toBe('no sound')
})

test('a meeting that is transcribed says how far it is and at which stage of how many', () => {
  const under = { stage: 'recognition', progress: 0.42, stage_number: 5, stage_count: 10 }
  const rows = meetingRows(
    [],
    [
      { ...meeting('p', 'processing'), ...under },
      { ...meeting('e', 'CallEnded'), ...under },
    ],
  )
  expect(rows.map(({ progress, stage }) => [progress, stage])).toEqual([
    [0.42, 'Stage 5 of 10: recognition'],
    [0.42, ''],
  ])
})
