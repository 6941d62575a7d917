import type { Database } from '../../../platform/db/database'
import { SESSION_ENDED_CHANNEL, type SessionEnded } from './session.store'

/** Hears of sessions that other processes ended (another node, the user command); resolves with what stops it. */
export function listenForEndedSessions(
  database: Pick<Database, 'listen'>,
  origin: string,
  announce: (ended: SessionEnded) => void,
): Promise<() => void> {
  return database.listen(SESSION_ENDED_CHANNEL, payload => {
    const { origin: sender, ...ended } = JSON.parse(payload) as SessionEnded & { origin: string }
    if (sender !== origin) announce(ended)
  })
}
