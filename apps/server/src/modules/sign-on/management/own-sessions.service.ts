import type { OwnSession } from '@livetap/contract'
import type { Principal } from '../../../platform/principal'
import { ServiceError } from '../../../platform/service-error'
import type { SessionService } from '../sessions/session.service'
import type { OwnSessionRow } from '../sessions/session.store'
import { deviceOf } from './device-of'

/** What users see of their own sessions, and how they end them. An outside sign-on keeps its own: here there are none. */
export class OwnSessions {
  constructor(
    private readonly sessions: Pick<SessionService, 'listOf' | 'endOf' | 'endOthersOf'> | undefined,
  ) {}

  async list({ userId, sessionId }: Principal): Promise<OwnSession[]> {
    const rows = (await this.sessions?.listOf(userId)) ?? []
    return rows.map(row => wireOf(row, sessionId))
  }

  async end(by: Principal, id: string): Promise<void> {
    assertAccount(by)
    const ended = (await this.sessions?.endOf(by.userId, id)) ?? []
    if (ended.length === 0) throw new ServiceError('not_found', 'There is no such session')
  }

  async endOthers(by: Principal): Promise<void> {
    assertAccount(by)
    await this.sessions?.endOthersOf(by.userId, by.sessionId)
  }
}

/** A key signs no one out: in the wrong hands it would keep its owner from revoking it. */
function assertAccount({ kind }: Principal): void {
  if (kind !== 'account') throw new ServiceError('forbidden', 'You may not do this: account.use')
}

const wireOf = (row: OwnSessionRow, currentId: string): OwnSession => ({
  id: row.id,
  device: deviceOf(row.userAgent),
  address: row.address ?? '',
  started_at: row.startedAt.toISOString(),
  last_seen_at: (row.lastSeenAt ?? row.startedAt).toISOString(),
  expires_at: row.expiresAt.toISOString(),
  current: row.id === currentId,
})
