import type { Migration } from '../migration'

export const samples: Migration = {
  id: '0021-samples',
  compatible: true,
  sql: `
    create table sample_meeting (
      name text primary key,
      meeting_id text not null,
      made_at timestamptz not null default now()
    );
    create table samples_settled (
      single boolean primary key default true check (single),
      settled_at timestamptz not null default now()
    );
  `,
}
