import type { Migration } from './migration'

/** Every node looks with each heartbeat for the sessions that ended a moment ago. */
export const endedSessions: Migration = {
  id: '0220-ended-sessions',
  compatible: true,
  sql: `
    create index sign_on_session_ended_at on sign_on_session (ended_at) where ended_at is not null;
  `,
}
