import type { Migration } from './migration'

/** The speakers of a meeting are found by looking at each of them once, not at each of its lines. */
export const utteranceSpeakers: Migration = {
  id: '0230-utterance-speakers',
  compatible: true,
  sql: `
    create index utterance_speakers on utterance (meeting_id, speaker_ids);
  `,
}
