import type { Migration } from './migration'

/** One registry of processes, with one heartbeat: that of workers, and those that live meetings kept for themselves, go. */
export const nodes: Migration = {
  id: '0040-nodes',
  compatible: false,
  sql: `
    create table node (
      pod text primary key,
      id text not null,
      role text not null check (role in ('all', 'gateway', 'worker')),
      cluster text not null,
      region text not null,
      host text not null,
      capacity integer not null check (capacity > 0),
      recordings integer not null default 0,
      calls integer not null default 0,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now()
    );
    create index node_id on node (id);
    drop table fleet_worker;
    alter table live_meeting drop column node_seen_at;
  `,
}
