import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { databaseNow, fromDatabaseNow } from '../../../platform/db/database-time'
import type { DB } from '../../../platform/db/schema'

export interface StoredPayload {
  [field: string]: unknown
}

export interface OidcPayloadStore {
  upsert(model: string, id: string, payload: StoredPayload, expiresInSeconds?: number): Promise<void>
  find(model: string, id: string): Promise<StoredPayload | undefined>
  findByUid(model: string, uid: string): Promise<StoredPayload | undefined>
  findByUserCode(model: string, userCode: string): Promise<StoredPayload | undefined>
  destroy(model: string, id: string): Promise<void>
  /** False when it was consumed before: of two uses at the same instant one wins. */
  consume(model: string, id: string): Promise<boolean>
  /** Whether it was consumed within so many seconds before now, by the database's clock, which all nodes share. */
  wasConsumedWithin(model: string, id: string, seconds: number): Promise<boolean>
  wasConsumed(model: string, id: string): Promise<boolean>
  grantIdOf(model: string, id: string): Promise<string | undefined>
  revokeByGrantId(model: string, grantId: string): Promise<void>
  removeExpired(): Promise<void>
}

interface FoundRow {
  payload: StoredPayload
  consumed_at: Date | null
  seconds_left: string | null
}

/** Less is rounding, and the clock's own correction. */
const CLOCK_STEP_S = 2

/** Kept a while past its end, so that a late use is distinguished from an unknown one. */
const KEPT_AFTER_EXPIRY_MS = 60 * 60_000

/**
 * Ids are bearer secrets (refresh tokens, codes, cookies): only their hashes are kept, so a copy of the database signs no one
 * in. The id comes back with the request.
 */
export const hashId = (id: string) => createHash('sha256').update(id).digest('base64url')

export function createOidcPayloadStore(db: Kysely<DB>): OidcPayloadStore {
  const row = (model: string) =>
    db
      .selectFrom('oidc_payload')
      .selectAll()
      .select(sql<string | null>`extract(epoch from expires_at - now())`.as('seconds_left'))
      .where('model', '=', model)
  const read = (found: FoundRow | undefined, id?: string) =>
    found && {
      ...found.payload,
      ...endOf(found),
      ...(id === undefined ? {} : { jti: id }),
      ...(found.consumed_at ? { consumed: Math.floor(found.consumed_at.getTime() / 1000) } : {}),
    }

  return {
    async upsert(model, id, payload, expiresInSeconds) {
      const { jti: _secret, ...rest } = payload
      const values = {
        payload: JSON.stringify(rest),
        grant_id: text(payload.grantId),
        uid: text(payload.uid),
        user_code: text(payload.userCode),
        account_id: text(payload.accountId),
        expires_at: expiresInSeconds === undefined ? null : fromDatabaseNow(expiresInSeconds * 1000),
      }
      await db
        .insertInto('oidc_payload')
        .values({ model, id_hash: hashId(id), ...values })
        .onConflict(conflict => conflict.columns(['model', 'id_hash']).doUpdateSet(values))
        .execute()
    },
    async find(model, id) {
      return read(await row(model).where('id_hash', '=', hashId(id)).executeTakeFirst(), id)
    },
    async findByUid(model, uid) {
      return read(await row(model).where('uid', '=', uid).executeTakeFirst())
    },
    async findByUserCode(model, userCode) {
      return read(await row(model).where('user_code', '=', userCode).executeTakeFirst())
    },
    async destroy(model, id) {
      await db
        .deleteFrom('oidc_payload')
        .where('model', '=', model)
        .where('id_hash', '=', hashId(id))
        .execute()
    },
    async consume(model, id) {
      const result = await db
        .updateTable('oidc_payload')
        .set({ consumed_at: databaseNow })
        .where('model', '=', model)
        .where('id_hash', '=', hashId(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
    async wasConsumedWithin(model, id, seconds) {
      const found = await row(model)
        .where('id_hash', '=', hashId(id))
        .where('consumed_at', '>', fromDatabaseNow(-seconds * 1000))
        .executeTakeFirst()
      return found !== undefined
    },
    async wasConsumed(model, id) {
      const found = await row(model).where('id_hash', '=', hashId(id)).executeTakeFirst()
      return found?.consumed_at != null
    },
    async grantIdOf(model, id) {
      const found = await row(model).where('id_hash', '=', hashId(id)).executeTakeFirst()
      return found?.grant_id ?? undefined
    },
    async revokeByGrantId(model, grantId) {
      await db.deleteFrom('oidc_payload').where('model', '=', model).where('grant_id', '=', grantId).execute()
    },
    async removeExpired() {
      await db
        .deleteFrom('oidc_payload')
        .where('expires_at', '<', fromDatabaseNow(-KEPT_AFTER_EXPIRY_MS))
        .execute()
    },
  }
}

/**
 * The provider ends what it reads by the time of day. The database's clock decides instead: the end that was stored is
 * moved by as much as the time of day was set since.
 */
function endOf({ payload, seconds_left }: FoundRow): { exp?: number } {
  if (typeof payload.exp !== 'number' || seconds_left === null) return {}
  const exp = Math.floor(Date.now() / 1000 + Number(seconds_left))
  return Math.abs(exp - payload.exp) > CLOCK_STEP_S ? { exp } : {}
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
