import type { Migration } from '../migration'

export const liveTimes: Migration = {
  id: '0032-live-times',
  compatible: true,
  sql: `
    alter table live_meeting add column pod text;
    alter table live_meeting add column up_at timestamptz;
    alter table live_meeting add column connected_at timestamptz;
    alter table live_meeting add column joined_at timestamptz;
    update live_meeting set up_at = e.time from (
      select meeting, min(time) as time from log_event where metric = 'monitoring-voicea-client-up' group by meeting
    ) e where e.meeting = live_meeting.meeting_id;
    update live_meeting set connected_at = up_at, joined_at = up_at where up_at is not null;

    create table live_period (
      meeting_id text not null references meeting (id) on delete cascade,
      kind text not null,
      from_ms bigint not null,
      to_ms bigint not null,
      primary key (meeting_id, kind, from_ms)
    );
  `,
}
