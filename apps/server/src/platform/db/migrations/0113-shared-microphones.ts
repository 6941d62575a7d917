import type { Migration } from './migration'

/** Several people at one microphone: whether somebody said so, and how many voices were told apart. */
export const sharedMicrophones: Migration = {
  id: '0113-shared-microphones',
  sql: `
    alter table live_stream add column shared boolean;
    alter table live_stream add column voices integer not null default 1;
  `,
}
