import { encodeSyncKey } from '@livetap/contract'
import { expect, test } from 'vitest'
import { type ArchiveValues, changeValue, emptyValues, errorsOf, filterOf } from './archive-values'

const nowMs = Date.UTC(2026, 2, 10, 12, 0)
const errors = (change: Partial<ArchiveValues>) => Object.keys(errorsOf({ ...emptyValues, ...change }, nowMs))

test('TRN-04 every field becomes part of the filter, and empty ones are dropped', () => {
  expect(filterOf(emptyValues)).toEqual({})
  expect(
    filterOf({
      sync_key: ' abc ',
      evaluation: 'true',
      has_csi: 'false',
      has_human_transcript: 'true',
      has_participant_id: 'false',
      has_global_participant_id: 'true',
      start_time: '2026/03/04',
      end_time: '2026/03/05 10:15',
      source: 'a new source',
      language: 'en-US',
      max_length_ms: '21000',
      min_length_ms: '0',
      max_total_shards_ms: '3600000',
      site_name: 'cisco_webex',
    }),
  ).toEqual({
    sync_key: 'abc',
    evaluation: true,
    has_csi: false,
    has_human_transcript: true,
    has_participant_id: false,
    has_global_participant_id: true,
    start_time: '2026-03-04T00:00:00.000Z',
    end_time: '2026-03-05T10:15:00.000Z',
    source: 'a new source',
    language: 'en-US',
    max_length_ms: 21_000,
    min_length_ms: 0,
    max_total_shards_ms: 3_600_000,
    site_name: 'cisco_webex',
  })
})

test('TRN-04 numbers are at least 0, and dates do not lie in the future', () => {
  expect(errors({})).toEqual([])
  for (const field of ['max_length_ms', 'min_length_ms', 'max_total_shards_ms'] as const) {
    expect(errors({ [field]: '-1' }), field).toEqual([field])
    expect(errors({ [field]: '1.5' }), field).toEqual([field])
    expect(errors({ [field]: '0' }), field).toEqual([])
  }
  for (const field of ['start_time', 'end_time'] as const) {
    expect(errors({ [field]: '2026/03/10 12:01' }), field).toEqual([field])
    expect(errors({ [field]: 'yesterday' }), field).toEqual([field])
    expect(errors({ [field]: '2026/03/10 12:00' }), field).toEqual([])
  }
  expect(errors({ start_time: '2026/03/05', end_time: '2026/03/04' })).toEqual(['end_time'])
  expect(errors({ min_length_ms: '5', max_length_ms: '4' })).toEqual(['max_length_ms'])
})

test('TRN-05 a sync key fills type and start as it is typed; an invalid one changes nothing else', () => {
  const seconds = Date.UTC(2026, 2, 4, 5, 6, 7) / 1000
  const typed = (text: string) => changeValue(emptyValues, 'sync_key', text)
  const evaluation = encodeSyncKey({ evaluation: true, seconds, id: 'shard-1' })
  expect(typed(evaluation)).toEqual({
    ...emptyValues,
    sync_key: evaluation,
    evaluation: 'true',
    start_time: '2026/03/04 05:06:07',
  })
  expect(filterOf(typed(evaluation)).start_time).toBe('2026-03-04T05:06:07.000Z')
  for (const rest of ['', '#', '#a#b', '#\0', '#\u00fc ', `#${'x'.repeat(500)}`])
    expect(typed(btoa(`t_${seconds}${rest}`)), rest).toMatchObject({
      evaluation: 'false',
      start_time: '2026/03/04 05:06:07',
    })
  const onTheMinute = btoa(`t_${Date.UTC(2026, 2, 4, 5, 6) / 1000}#`)
  expect(typed(onTheMinute).start_time).toBe('2026/03/04 05:06')
  for (const text of ['x', btoa('x_1#a'), btoa('e_one#a'), evaluation.slice(1)])
    expect(typed(text)).toEqual({ ...emptyValues, sync_key: text })
})
