import { backoffMs } from '../../../platform/backoff'
import type { Database } from '../../../platform/db/database'
import type { Log } from '../../../platform/log/log'
import type { SessionService } from './session.service'
import { SESSION_ENDED_CHANNEL, type SessionEnded } from './session.store'
import type { SessionEvents } from './session-events'

/** A transaction's end is dated at its start and heard at its commit. */
const COMMIT_MARGIN_MS = 60_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

export interface SessionListenerParts {
  database: Pick<Database, 'listen'>
  /** Names this process, which announces its own ends by itself. */
  origin: string
  events: SessionEvents
  sessions: Pick<SessionService, 'announceEndedWithin'>
  log: Log
}

/** Hears of sessions that other processes ended (another node, the user command); resolves with what stops it. */
export async function listenForEndedSessions({
  database,
  origin,
  events,
  sessions,
  log,
}: SessionListenerParts): Promise<() => void> {
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  /** What ended while no one listened is looked up, until the database has answered. */
  const catchUp = (missedSince: number, failures = 0): void => {
    clearTimeout(retry)
    sessions.announceEndedWithin(performance.now() - missedSince + COMMIT_MARGIN_MS).catch(error => {
      log.warn({ err: error }, 'catching up with ended sessions failed: retrying')
      if (stopped) return
      retry = setTimeout(catchUp, backoffMs(failures, RETRY_MS, MAX_RETRY_MS), missedSince, failures + 1)
      retry.unref()
    })
  }

  const end = await database.listen(SESSION_ENDED_CHANNEL, {
    received(payload) {
      const { origin: sender, ...ended } = JSON.parse(payload) as SessionEnded & { origin: string }
      if (sender !== origin) events.announce([ended])
    },
    reconnected: awayMs => catchUp(performance.now() - awayMs),
  })
  return () => {
    stopped = true
    clearTimeout(retry)
    end()
  }
}
