import type { Migration } from './migration'

/** A meeting is found by when it ran. */
export const meetingStart: Migration = {
  id: '0100-meeting-start',
  compatible: true,
  sql: 'create index meeting_started_at on meeting (started_at desc);',
}
