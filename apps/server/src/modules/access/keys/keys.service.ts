import { createHash, randomBytes } from 'node:crypto'
import { type Action, type ApiKey, actionNames } from '@livetap/contract'
import { KEY_PREFIX } from '../../../platform/own-tokens'
import type { Principal } from '../../../platform/principal'
import { ServiceError } from '../../../platform/service-error'
import type { AccessWatch } from '../access-watch'
import { mayAtAll } from '../policy'
import type { TeamsStore } from '../teams/teams.store'
import type { KeyRow, KeysStore, LiveKey } from './keys.store'

/** The name of the session that a key stands for in tickets and signed addresses. */
const KEY_SESSION = 'key '
const SECRET_BYTES = 32
const SHOWN_CHARACTERS = KEY_PREFIX.length + 6
const MAX_KEYS = 50

export interface NewKey {
  name: string
  actions: readonly string[]
  team?: string | null
  expires_at?: string | null
}

/** Keys of programs. Each is its user’s: it does no more than the user may do now, and less where it is scoped. */
export class KeysService {
  constructor(
    private readonly options: { store: KeysStore; teams: TeamsStore; watch: Pick<AccessWatch, 'notify'> },
  ) {}

  async list({ userId }: Principal): Promise<ApiKey[]> {
    return (await this.options.store.list(userId)).map(wireOf)
  }

  async create(by: Principal, { name, actions, team, expires_at }: NewKey): Promise<ApiKey> {
    const { store, teams } = this.options
    if (by.kind !== 'account') throw new ServiceError('forbidden', 'You may not do this: keys.manage')
    const asked = actionNames.filter(action => actions.includes(action))
    const tooMuch = asked.find(action => !mayAtAll(by, action) || action === 'keys.manage')
    if (tooMuch) throw new ServiceError('invalid', `actions: ${tooMuch} is not yours to give`)
    const found = team ? await teams.find(team) : undefined
    if (team && !found) throw new ServiceError('invalid', 'team: there is no such team')
    if (expires_at && Date.parse(expires_at) <= Date.now())
      throw new ServiceError('invalid', 'expires_at: must be in the future')
    if ((await store.count(by.userId)) >= MAX_KEYS)
      throw new ServiceError('wrong_state', `There are ${MAX_KEYS} keys already: revoke one first`)
    const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
    const row = await store.add({
      userId: by.userId,
      userName: by.userName,
      email: by.emails[0] ?? by.userName,
      role: by.role,
      name,
      prefix: key.slice(0, SHOWN_CHARACTERS),
      keyHash: hashOf(key),
      actions: asked,
      teamId: found?.id,
      expiresAt: expires_at ? new Date(expires_at) : undefined,
    })
    return { ...wireOf(row), key }
  }

  async revoke({ userId }: Principal, id: string): Promise<void> {
    if (!(await this.options.store.revoke(userId, id)))
      throw new ServiceError('not_found', 'There is no such key')
    this.options.watch.notify()
  }

  async authenticate(token: string): Promise<Principal | null> {
    const key = await this.options.store.findLive({ keyHash: hashOf(token) })
    return key ? principalOf(key) : null
  }

  /** Who a session name of a key is now; undefined for one that has ended, or that is no key’s. */
  async principalOf(sessionId: string): Promise<Principal | undefined> {
    const key = await this.options.store.findLive({ id: sessionId.slice(KEY_SESSION.length) })
    return key && principalOf(key)
  }

  isToken(token: string): boolean {
    return token.startsWith(KEY_PREFIX)
  }

  isSession(sessionId: string): boolean {
    return sessionId.startsWith(KEY_SESSION)
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')

const principalOf = ({ id, userId, userName, email, role, actions, teamId }: LiveKey): Principal => ({
  kind: 'key',
  userId,
  userName,
  emails: [email],
  role,
  actions: actions as Action[],
  teamId: teamId ?? undefined,
  sessionId: KEY_SESSION + id,
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
})

const wireOf = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  actions: row.actions,
  team: row.team_id !== null && row.team_name !== null ? { id: row.team_id, name: row.team_name } : null,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
