import type { Migration } from './migration'

/**
 * Every meeting has its conferencing record: number, series and id. A number is a step of a sequence, permuted (the
 * factor shares no divisor with 10^10), so numbers are unique without a look and do not follow one another.
 */
export const conferencing: Migration = {
  id: '0080-conferencing',
  compatible: false,
  sql: `
    create sequence conference_number;
    create function next_conference_number() returns text language sql volatile as $$
      select '2' || lpad(((nextval('conference_number') * 7368787 + 1350490027) % 10000000000)::text, 10, '0')
    $$;

    alter table meeting
      alter column number set default next_conference_number(),
      alter column series set default replace(gen_random_uuid()::text, '-', '');
    update meeting set number = default where number = '';
    update meeting set series = default where series = '';
    update meeting set conference_id = series || '_I_' || substr(md5(id), 1, 18) where conference_id = '';

    create index meeting_series on meeting (series, started_at desc);
    create unique index meeting_running_series on meeting (series) where status = 'CallStarted' and series <> '';

    create table conference_series (
      id text primary key default replace(gen_random_uuid()::text, '-', ''),
      number text not null unique default next_conference_number(),
      title text not null,
      host_user_id text not null,
      host_email text not null,
      site_id text not null,
      site_name text not null,
      start_at timestamptz not null,
      end_at timestamptz not null check (end_at > start_at),
      created_at timestamptz not null default now()
    );
    create index conference_series_host on conference_series (host_user_id, start_at desc);
  `,
}
