import type { Migration } from '../migration'

/** Each opening of a room has a token of its own, and only the last of them may write for the meeting. */
export const roomLease: Migration = {
  id: '0211-room-lease',
  compatible: true,
  sql: 'alter table live_meeting add column fencing_token bigint not null default 0;',
}
