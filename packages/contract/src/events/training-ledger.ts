import { z } from 'zod'
import { ledgerEvent } from './event-definition'
import { count, instant, ms } from './ledger-fields'

/** What is done with the training data of a meeting. */
export const trainingLedgerEvents = {
  shardCreated: ledgerEvent({
    name: 'shard_created',
    fields: z.strictObject({
      created_at: instant,
      shardStart_at: instant,
      shard_id: z.string(),
      start_offset_ms: ms,
      end_offset_ms: ms,
      evaluation: z.boolean(),
    }),
    happens: 'A piece of a recording was cut as training data; shardStart_at is its place in the meeting.',
  }),
  shardEdited: ledgerEvent({
    name: 'shard_edited',
    fields: z.strictObject({
      shard_id: z.string(),
      version: count,
      source: z.enum(['trainer', 'host', 'vendor']),
      edited_by: z.string(),
    }),
    happens: 'A person gave a shard a text.',
  }),
  shardMarked: ledgerEvent({
    name: 'shard_marked',
    fields: z.strictObject({ shard_id: z.string(), unusable: z.boolean(), edited_by: z.string() }),
    happens: 'A shard was marked as unusable, or the mark was taken away.',
  }),
} as const
