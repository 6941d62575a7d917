import type { Migration } from './migration'

/** Lines that people gave another speaker, split or merged: whose voice was heard in them, and what stood there before. */
export const lineChanges: Migration = {
  id: '0090-line-changes',
  compatible: true,
  sql: `
    alter table utterance add column heard_as jsonb;

    create table line_change (
      id uuid primary key,
      meeting_id text not null references meeting (id) on delete cascade,
      made_by text not null,
      made_at timestamptz not null default now(),
      before jsonb not null,
      after jsonb not null
    );
    create index line_change_meeting on line_change (meeting_id, made_at);
  `,
}
