import type { Migration } from './migration'

/** What vendors sent back, with what could not be used of it. */
export const manuscriptReturns: Migration = {
  id: '0085-manuscript-returns',
  compatible: true,
  sql: `
    create table manuscript_return (
      id bigint generated always as identity primary key,
      project_id bigint not null references manuscript_project (id) on delete cascade,
      file text not null,
      returned_at timestamptz not null default now(),
      returned_by text not null,
      received integer not null,
      unmatched jsonb not null,
      unmatched_total integer not null
    );
    create index manuscript_return_project on manuscript_return (project_id, id);
  `,
}
