import type { Migration } from '../migration'

/** What trainers may order shards by, in the row itself, so that one index answers a page at any depth. */
export const shardOrders: Migration = {
  id: '0200-shard-orders',
  compatible: false,
  sql: `
    alter table shard
      add column meeting_start_ms bigint not null default 0,
      -- Of the recogniser in its text, in thousandths; null where it did not say.
      add column confidence smallint check (confidence between 0 and 1000);

    update shard set
      meeting_start_ms = floor(extract(epoch from meeting.started_at) * 1000)::bigint,
      confidence = (
        select least(1000, greatest(0, round(avg((word ->> 3)::numeric) * 1000)))
        from jsonb_array_elements(shard.words) as word where word ->> 3 is not null)
      from meeting where meeting.id = shard.meeting_id;

    create index shard_by_meeting on shard (region, meeting_start_ms, meeting_id, start_offset_ms, id);
    create index shard_by_length on shard (region, length_ms, id);
    -- What no one knows comes last.
    create index shard_by_confidence on shard (region, coalesce(confidence, 1001), id);
  `,
}
