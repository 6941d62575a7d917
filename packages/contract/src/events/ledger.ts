import { z } from 'zod'
import { ledgerEvent } from './event-definition'
import { by } from './ledger-fields'
import { liveLedgerEvents } from './live-ledger'
import { processingLedgerEvents } from './processing-ledger'
import { textLedgerEvents } from './text-ledger'
import { trainingLedgerEvents } from './training-ledger'

/** Fields whose value is a person's name or e-mail: kept apart from the event, so that it can be erased. */
export const PERSONAL_LEDGER_FIELDS: ReadonlySet<string> = new Set([
  'by',
  'host',
  'name',
  'created_by',
  'deleted_by',
  'edited_by',
  'renamed_by',
])

/** Every event of the audio ledger: what was done with a meeting's sound and text, when, and by whom. */
export const ledgerEvents = {
  ...liveLedgerEvents,
  ...textLedgerEvents,
  ...processingLedgerEvents,
  ...trainingLedgerEvents,
  processingRetried: ledgerEvent({
    name: 'processing_retried',
    fields: z.strictObject({ by, stage: z.string() }),
    happens: 'A failed meeting was put into the queue again.',
  }),
  meetingRenamed: ledgerEvent({
    name: 'meeting_renamed',
    fields: z.strictObject({ renamed_by: z.string() }),
    happens: 'A meeting was given another title.',
  }),
  meetingDeleted: ledgerEvent({
    name: 'meeting_deleted',
    fields: z.strictObject({ deleted_by: z.string() }),
    happens: 'A meeting was deleted with its text and its files; the ledger stays.',
  }),
} as const

type LedgerEvents = typeof ledgerEvents
export type LedgerKey = keyof LedgerEvents
export type LedgerFields<Key extends LedgerKey> = z.input<LedgerEvents[Key]['fields']>
