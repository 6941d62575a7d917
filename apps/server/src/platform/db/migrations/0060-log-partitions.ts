import type { Migration } from './migration'

/**
 * Log entries by UTC day, so that retention drops a day instead of deleting its rows. A day's partition is made
 * ahead by the events module; an entry of a day that has none (the start of an old recording) lies in the default
 * partition, whose rows go by when they were recorded.
 */
export const logPartitions: Migration = {
  id: '0060-log-partitions',
  compatible: false,
  sql: `
    alter table log_event rename to log_event_before;
    alter index log_event_pkey rename to log_event_before_pkey;
    drop index log_event_meeting, log_event_metric;

    create sequence log_entry_id;
    create table log_event (
      id bigint not null default nextval('log_entry_id'),
      meeting text,
      metric text not null,
      service text not null,
      pod text not null,
      time timestamptz not null,
      recorded_at timestamptz not null default now(),
      severity text not null,
      message text not null,
      fields jsonb not null,
      primary key (time, id)
    ) partition by range (time);
    alter sequence log_entry_id owned by log_event.id;
    create index log_event_of_meeting on log_event (meeting, metric, time);
    create index log_event_of_metric on log_event (metric, time);
    create index log_event_of_trouble on log_event (severity, time) where severity in ('WARNING', 'ERROR');
    create index log_event_text on log_event using gin (
      (to_tsvector('simple'::regconfig, message) || jsonb_to_tsvector('simple'::regconfig, fields, '["string", "numeric"]'))
    );
    create table log_event_default partition of log_event default;
    create index log_event_default_recorded on log_event_default (recorded_at);

    do $$
    declare day date;
    begin
      for day in
        select distinct (time at time zone 'UTC')::date from log_event_before where time > now() - interval '60 days'
        union select (now() at time zone 'UTC')::date + ahead from generate_series(0, 2) as ahead
      loop
        execute format(
          'create table %I partition of log_event for values from (%L) to (%L)',
          'log_event_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00Z', (day + 1)::text || ' 00:00Z'
        );
      end loop;
    end $$;

    insert into log_event (id, meeting, metric, service, pod, time, recorded_at, severity, message, fields)
      select id, meeting, metric, service, pod, time, time, severity, message, fields from log_event_before;
    select setval('log_entry_id', (select coalesce(max(id), 0) + 1 from log_event_before), false);
    drop table log_event_before;
  `,
}
