import type { LedgerEventWire, LogEntryWire, MeetingDetail } from '@livetap/contract'
import { expect, test } from 'vitest'
import { failureReport, lastGoodEvent } from './failure-report'

const event = (id: string, name: string): LedgerEventWire => ({
  id,
  name,
  createdAt: `2026-03-04T10:00:0${id}.000Z`,
  eventFields: [],
})
const detail = {
  ...{ id: 'm1', title: 'Weekly', host: '', site: '', number: '', region: 'eu', source: 'upload' },
  ...{ status: 'failed', stage: 'recognise', stage_number: 5, stage_count: 10, progress: 0.4 },
  ...{ error: 'The engine is gone', start: '2026-03-04T09:00:00Z', duration: null },
} as MeetingDetail

test('the last good event is what was written before the meeting ended, however the answer is sorted', () => {
  const events = [
    event('4', 'processing_retried'),
    event('3', 'meeting_ended'),
    event('2', 'voice_found'),
    event('1', 'recording_probed'),
  ]
  expect(lastGoodEvent(events)?.name).toBe('voice_found')
  expect(lastGoodEvent([])).toBeUndefined()
})

test('the report has the cause, the stage, the last good event and the log line, and leaves out what is not known', () => {
  const errorEntry: LogEntryWire = {
    ...{ id: '9', time: '2026-03-04T10:00:03.000Z', severity: 'ERROR', service: 'wrapi' },
    ...{ metric: 'monitoring-meeting-end-reason-wrapi', pod: 'host-1', meeting: 'm1' },
    ...{ message: 'meeting ended: failed', fields: { stage: 'recognise' } },
  }
  const page = 'https://livetap.example/past/m1'
  const lines = failureReport({ detail, lastGood: event('2', 'voice_found'), errorEntry }, page).split('\n')
  expect(lines).toEqual([
    'Meeting: Weekly',
    'Id: m1',
    'Status: failed',
    'Stage: recognise (stage 5 of 10)',
    'Cause: The engine is gone',
    'Start: 2026-03-04T09:00:00Z',
    'Source: upload',
    'Region: eu',
    'Last good event: voice_found #2 at 2026-03-04T10:00:02.000Z',
    'Error log: 2026-03-04T10:00:03.000Z ERROR wrapi monitoring-meeting-end-reason-wrapi meeting ended: failed {"stage":"recognise"}',
    'Pod: host-1',
    `Page: ${page}`,
  ])
  expect(failureReport({ detail }, page)).not.toMatch(/Last good|Error log|Pod/)
})
