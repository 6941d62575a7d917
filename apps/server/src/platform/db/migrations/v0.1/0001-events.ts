import type { Migration } from '../migration'

export const events: Migration = {
  id: '0001-events',
  compatible: true,
  sql: `
    create table log_event (
      id bigint generated always as identity primary key,
      meeting text,
      metric text not null,
      service text not null,
      pod text not null,
      time timestamptz not null,
      fields jsonb not null
    );
    create index log_event_meeting on log_event (meeting, time);
    create index log_event_metric on log_event (metric, time);

    create table ledger_event (
      id bigint generated always as identity primary key,
      meeting text not null,
      name text not null,
      time timestamptz not null,
      fields jsonb not null
    );
    create index ledger_event_meeting on ledger_event (meeting, time);
    create index ledger_event_name on ledger_event (name, time);

    create table used_ticket (
      id text primary key,
      expires_at timestamptz not null
    );
    create index used_ticket_expires_at on used_ticket (expires_at);
  `,
}
