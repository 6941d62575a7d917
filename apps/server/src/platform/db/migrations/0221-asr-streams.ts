import type { Migration } from './migration'

/** The open streams of the ASR proxy: a user has so many over all nodes. Those of a node that is gone go with it. */
export const asrStreams: Migration = {
  id: '0221-asr-streams',
  compatible: true,
  sql: `
    create table asr_stream (
      id uuid primary key,
      user_id text not null,
      stream text not null,
      pod text not null references node (pod) on delete cascade
    );
    create index asr_stream_user on asr_stream (user_id);
    create index asr_stream_pod on asr_stream (pod);
  `,
}
