import pg from 'pg'
import { backoffMs } from '../../../platform/backoff'
import type { Log } from '../../../platform/log/log'
import { SESSION_ENDED_CHANNEL, type SessionEnded } from './session.store'

const CONNECT_TIMEOUT_MS = 10_000
const RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

export interface SessionListener {
  stop(): Promise<void>
}

/** Hears of sessions that other processes ended (another node, the user command), over a connection of its own. */
export async function listenForEndedSessions(
  databaseUrl: string,
  origin: string,
  announce: (ended: SessionEnded) => void,
  log: Log,
): Promise<SessionListener> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failures = 0

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'livetap sessions',
    })
    next.on('notification', ({ payload }) => {
      const { origin: sender, ...ended } = JSON.parse(payload!) as SessionEnded & { origin: string }
      if (sender !== origin) announce(ended)
    })
    next.on('error', () => undefined)
    next.on('end', reconnect)
    await next.connect()
    await next.query(`listen ${SESSION_ENDED_CHANNEL}`)
    client = next
    failures = 0
  }

  const reconnect = () => {
    if (stopped || timer) return
    if (failures === 0) log.warn('session listener disconnected: reconnecting')
    const delayMs = backoffMs(failures, RETRY_MS, MAX_RETRY_MS)
    failures += 1
    timer = setTimeout(() => {
      timer = undefined
      connect().catch(reconnect)
    }, delayMs)
  }

  await connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
