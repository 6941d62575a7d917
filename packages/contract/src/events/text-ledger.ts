import { z } from 'zod'
import { ledgerEvent } from './event-definition'
import { count, instant, ms } from './ledger-fields'

/** What people and EVA make of a meeting’s text. */
export const textLedgerEvents = {
  highlightCreated: ledgerEvent({
    name: 'highlight_created',
    fields: z.strictObject({
      created_at: instant,
      highlight_id: z.string(),
      start_millis: ms,
      source: z.string(),
      label: z.string().optional(),
      created_by: z.string().optional(),
    }),
    happens: 'A highlight was made, by EVA or by hand.',
  }),
  highlightDeleted: ledgerEvent({
    name: 'highlight_deleted',
    fields: z.strictObject({ highlight_id: z.string(), deleted_by: z.string() }),
    happens: 'A highlight was deleted.',
  }),
  transcriptEdited: ledgerEvent({
    name: 'transcript_edited',
    fields: z.strictObject({ utterance_id: z.string(), version: count, edited_by: z.string() }),
    happens: 'The text of an utterance was corrected.',
  }),
  linesChanged: ledgerEvent({
    name: 'transcript_lines_changed',
    fields: z.strictObject({
      change: z.enum(['reassign', 'split', 'merge', 'undo']),
      utterance_id: z.string(),
      edited_by: z.string(),
    }),
    happens:
      'A line was given another speaker, split or merged with the next, or such a change was taken back.',
  }),
  speakerRenamed: ledgerEvent({
    name: 'speaker_renamed',
    fields: z.strictObject({ speaker_id: z.string(), renamed_by: z.string() }),
    happens: 'A speaker was given a name.',
  }),
} as const
