import type { Migration } from '../migration'

/** A call in which no microphone was open has no recording; of those before, the ones without any stream are known. */
export const callsWithoutSound: Migration = {
  id: '0130-calls-without-sound',
  compatible: false,
  sql: `
    alter table meeting add column has_sound boolean not null default true;
    update meeting set has_sound = false
      from live_meeting
      where live_meeting.meeting_id = meeting.id and live_meeting.mixed_at is not null
        and meeting.status = 'CallEnded'
        and not exists (select 1 from live_stream where live_stream.meeting_id = meeting.id);
  `,
}
