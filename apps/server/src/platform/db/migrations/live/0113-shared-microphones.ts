import type { Migration } from '../migration'

/** Several people at one microphone: whether a user said so, how many were told apart, and whether all lines could be. */
export const sharedMicrophones: Migration = {
  id: '0113-shared-microphones',
  compatible: true,
  sql: `
    alter table live_stream add column shared boolean;
    alter table live_stream add column voices integer not null default 1;
    alter table live_stream add column untold boolean not null default false;
  `,
}
