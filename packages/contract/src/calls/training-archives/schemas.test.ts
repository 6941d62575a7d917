import { expect, test } from 'vitest'
import { archiveFilterSchema, archiveRequestSchema } from './schemas'

test('TRN-04 every field of the filter is taken, empty ones are dropped, numbers are at least 0', () => {
  const filter = {
    sync_key: 'dF8x',
    evaluation: true,
    has_csi: false,
    has_human_transcript: true,
    has_participant_id: false,
    has_global_participant_id: true,
    start_time: '2026-03-04T05:06:07.000Z',
    end_time: '2026-03-05T05:06:07.000Z',
    source: 'a new source',
    language: 'en-US,de',
    max_length_ms: 21_000,
    min_length_ms: 0,
    max_total_shards_ms: 3_600_000,
    site_name: 'cisco_webex',
  }
  expect(archiveFilterSchema.parse(filter)).toEqual(filter)
  const empty = Object.fromEntries(Object.keys(filter).map((name, at) => [name, at % 2 ? '' : null]))
  expect(JSON.stringify(archiveFilterSchema.parse(empty))).toBe('{}')
  for (const name of ['max_length_ms', 'min_length_ms', 'max_total_shards_ms'])
    expect(archiveFilterSchema.safeParse({ [name]: -1 }).success, name).toBe(false)
  expect(archiveFilterSchema.parse({ evaluation: 'false' })).toEqual({ evaluation: false })
})

test('TRN-10 a request id is a plain word: it becomes part of a file name', () => {
  const asks = (request_id: string) =>
    archiveRequestSchema.safeParse({ client_region: 'us', request_id }).success
  expect(asks('6f0c-AB_9')).toBe(true)
  for (const id of ['', '../x', 'a/b', 'a b', 'x'.repeat(101)]) expect(asks(id), id).toBe(false)
})
