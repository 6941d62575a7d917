import type { Migration } from './migration'

/** What a process says about itself beside its load, and whether an operator wants it to take no more work. */
export const nodeReport: Migration = {
  id: '0062-node-report',
  compatible: true,
  sql: `
    alter table node
      add column draining boolean not null default false,
      add column version text not null default '',
      add column report jsonb not null default '{}';
  `,
}
