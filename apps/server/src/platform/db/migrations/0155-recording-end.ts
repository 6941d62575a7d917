import type { Migration } from './migration'

/** A meeting that was made of a recording ends with the recording, not when it had been processed. */
export const recordingEnd: Migration = {
  id: '0155-recording-end',
  compatible: false,
  sql: `
    update meeting set ended_at = started_at + duration_ms * interval '1 millisecond'
    where recording_key is not null and ended_at is not null and duration_ms is not null;
  `,
}
