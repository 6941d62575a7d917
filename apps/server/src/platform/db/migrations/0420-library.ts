import type { Migration } from './migration'

/**
 * Tags and saved views, and an index for each order of the library: its key, then the id. The order by start has one,
 * without the id: few meetings begin in the same microsecond. The release before reads and writes none of it.
 */
export const library: Migration = {
  id: '0420-library',
  compatible: true,
  sql: `
    create table meeting_tag (
      meeting_id text not null references meeting (id) on delete cascade,
      tag text not null check (tag <> ''),
      added_by text not null,
      added_at timestamptz not null default now(),
      primary key (meeting_id, tag)
    );
    create index meeting_tag_tag on meeting_tag (tag, meeting_id);

    create table saved_view (
      id uuid primary key default gen_random_uuid(),
      user_id text not null,
      name text not null check (name <> ''),
      query text not null,
      created_at timestamptz not null default now()
    );
    create unique index saved_view_name on saved_view (user_id, lower(name));

    create index meeting_by_title on meeting (lower(left(title, 200)), id);
    create index meeting_by_length on meeting (coalesce(duration_ms, -1), id);
    create index meeting_by_host on meeting (lower(host_email), id);
    create index speaker_name_name on speaker_name (lower(name), meeting_id);
  `,
}
