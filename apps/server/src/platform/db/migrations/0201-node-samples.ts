import type { Migration } from './migration'

/** How each process did, minute by minute over the last hours. */
export const nodeSamples: Migration = {
  id: '0201-node-samples',
  compatible: true,
  sql: `
    create table node_sample (
      pod text not null,
      at timestamptz not null,
      memory_bytes bigint not null,
      queue integer not null,
      primary key (pod, at)
    );
    create index node_sample_at on node_sample (at);
  `,
}
