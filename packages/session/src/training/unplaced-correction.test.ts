import type { UnplacedEdit } from '@livetap/contract'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client'
import { TrainingCalls } from './training-calls'

const edit: UnplacedEdit = {
  meeting_id: 'm1',
  csi: 7,
  start_offset_ms: 61_000,
  end_offset_ms: 64_000,
  transcript: 'We ship on Friday.',
  unusable_reason: null,
  before: 'we shipped friday',
  created_by: 'ada@example.com',
  created_at: '2026-03-04T05:06:07.000Z',
}
const mark: UnplacedEdit = { ...edit, transcript: null, unusable_reason: 'Noise', before: '' }

function scripted() {
  const asked: URL[] = []
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async input => {
      asked.push(new URL(String(input)))
      return Response.json({ edits: [edit, mark] })
    },
  })
  return { asked, calls: new TrainingCalls(api) }
}

test('corrections without a place say what was written over what, who wrote it and when', async () => {
  const { calls, asked } = scripted()
  const corrections = await calls.unplaced('us-east')
  const where = { meetingId: 'm1', startMs: 61_000, endMs: 64_000 }
  const who = { by: 'ada@example.com', at: '2026-03-04T05:06:07.000Z' }
  expect(corrections).toMatchObject([
    { ...where, ...who, kind: 'text', before: 'we shipped friday', after: 'We ship on Friday.' },
    { ...where, ...who, kind: 'unusable', before: '', after: 'Noise' },
  ])
  expect(new Set(corrections.map(({ key }) => key)).size).toBe(2)
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({ client_region: 'us-east' })
})

test('the corrections of one meeting are asked for alone', async () => {
  const { calls, asked } = scripted()
  await calls.unplaced('us-east', 'm1')
  expect(asked[0]!.searchParams.get('meeting_id')).toBe('m1')
})
