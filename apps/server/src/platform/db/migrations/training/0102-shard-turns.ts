import type { Migration } from '../migration'

/** Who speaks when in a shard, and whose voice an edit is about. */
export const shardTurns: Migration = {
  id: '0102-shard-turns',
  compatible: false,
  sql: `
    alter table shard add column turns jsonb not null default '[]';
    alter table shard_edit add column participant_id text;
    update shard_edit set participant_id = shard.participant_id from shard where shard.id = shard_edit.shard_id;
  `,
}
