import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { networkOf } from '../../../platform/network-of'

interface Slowing {
  /** Failures in a row that cost no wait. */
  free: number
  /** The wait doubles with each further failure up to this, and no further: no account is ever locked. */
  longestWaitS: number
}

/**
 * Guesses are counted by account and address together, so failures at one address never delay the owner at another.
 * The address alone is counted too, for guesses spread over many accounts; an office may share it, so it is slowed
 * later and less.
 */
const SLOWING = {
  pair: { free: 5, longestWaitS: 60 },
  address: { free: 30, longestWaitS: 30 },
} as const satisfies Record<string, Slowing>

/** Failures are forgotten when so much time has passed since the last one. */
const WINDOW_MS = 15 * 60_000
/** Less is the clock's own correction. */
const CLOCK_STEP_S = 2
/** Enough for the longest wait; keeps the power of two small. */
const MAX_COUNTED = 60
/** The most rows that a cleanup leaves. */
const MAX_ROWS = 100_000

export type ThrottleVerdict =
  | { outcome: 'reserved' }
  /** Failures alone would allow it: attempts that are being checked take up the rest. */
  | { outcome: 'in-flight' }
  | { outcome: 'throttled'; retryAfterSeconds: number }

export type CheckOutcome = 'right' | 'wrong' | 'unchecked'

export interface SignInThrottle {
  /** Counts the attempt before the password is looked at: parallel guesses cannot slip past. One that is not reserved counts nothing. */
  reserve(email: string, address: string): Promise<ThrottleVerdict>
  /**
   * What a reserved attempt came to. A right one forgets the account's failures at this address; it and one whose
   * password was never checked give the address its attempt back.
   */
  settle(email: string, address: string, outcome: CheckOutcome): Promise<void>
  /** Deletes what is forgotten, and the oldest beyond the greatest number kept. */
  removeOld(maxRows?: number): Promise<void>
}

class TooEarly extends Error {}

export function createSignInThrottle(db: Kysely<DB>): SignInThrottle {
  return {
    async reserve(email, address) {
      const keys = [
        { key: pairKey(email, address), slowing: SLOWING.pair },
        { key: addressKey(address), slowing: SLOWING.address },
      ]
      try {
        await db.transaction().execute(async tx => {
          for (const { key, slowing } of keys) await count(tx, key, slowing)
        })
        return { outcome: 'reserved' }
      } catch (error) {
        if (!(error instanceof TooEarly)) throw error
      }
      const waits = await Promise.all(keys.map(({ key, slowing }) => waitOf(db, key, slowing)))
      const seconds = Math.max(...waits)
      if (seconds <= 0) return { outcome: 'in-flight' }
      return { outcome: 'throttled', retryAfterSeconds: Math.ceil(seconds) }
    },
    async settle(email, address, outcome) {
      const pair = pairKey(email, address)
      if (outcome === 'right') await db.deleteFrom('sign_in_attempt').where('key', '=', pair).execute()
      for (const key of [pair, addressKey(address)])
        await db
          .updateTable('sign_in_attempt')
          .set(outcome === 'wrong' ? FAILED : GIVEN_BACK)
          .where('key', '=', key)
          .execute()
    },
    async removeOld(maxRows = MAX_ROWS) {
      await db.deleteFrom('sign_in_attempt').where('window_ends_at', '<=', NOW).execute()
      await sql`delete from sign_in_attempt where key in
        (select key from sign_in_attempt order by window_ends_at desc offset ${maxRows})`.execute(db)
    },
  }
}

/** A row's window ends so long after its last attempt: that dates the attempt too. */
async function count(tx: Transaction<DB>, key: string, slowing: Slowing): Promise<void> {
  const counted = await tx
    .insertInto('sign_in_attempt')
    .values({ key, attempts: 1, window_ends_at: WINDOW_END })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts: sql`case when sign_in_attempt.window_ends_at <= ${NOW} then 1
            else least(sign_in_attempt.attempts + 1, ${MAX_COUNTED}) end`,
          failures: sql`case when sign_in_attempt.window_ends_at <= ${NOW} then 0
            else sign_in_attempt.failures end`,
          window_ends_at: WINDOW_END,
        })
        .where(sql<boolean>`${waitSeconds(slowing, ATTEMPTS)} <= 0`),
    )
    .returning('key')
    .executeTakeFirst()
  if (!counted) throw new TooEarly()
}

/** The wait that failures alone ask for. */
async function waitOf(db: Kysely<DB>, key: string, slowing: Slowing): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select(waitSeconds(slowing, FAILURES).as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  return Number(row?.seconds ?? 0)
}

/** The database's clock is the same for all nodes; this form of it is read when the row is held, behind parallel attempts. */
const NOW = sql<Date>`clock_timestamp()`
const WINDOW = sql`${WINDOW_MS} * interval '1 millisecond'`
const WINDOW_END = sql<Date>`${NOW} + ${WINDOW}`
const ATTEMPTS = sql<number>`sign_in_attempt.attempts`
const FAILURES = sql<number>`sign_in_attempt.failures`
const FAILED = { failures: sql<number>`least(failures + 1, attempts)`, window_ends_at: WINDOW_END }
const GIVEN_BACK = { attempts: sql<number>`greatest(attempts - 1, failures)` }
const LAST_ATTEMPT = sql<Date>`sign_in_attempt.window_ends_at - ${WINDOW}`

/** An attempt later than now was made before the clock was set back: how long ago is unknown, so it delays no one. */
const waitSeconds = ({ free, longestWaitS }: Slowing, counted: RawBuilder<number>) => sql<number>`
  (case when ${LAST_ATTEMPT} > ${NOW} + ${CLOCK_STEP_S} * interval '1 second' then 0
    else extract(epoch from ${LAST_ATTEMPT} - ${NOW})
      + case when ${counted} < ${free} then 0
          else least(${longestWaitS}, power(2, ${counted} - ${free})) end
  end)`

/** A digest: of fixed length, and no e-mail address is kept for an attempt. */
const pairKey = (email: string, address: string) =>
  `pair:${createHash('sha256')
    .update(`${email}\n${addressKey(address)}`)
    .digest('base64url')}`

const addressKey = (address: string) => `address:${networkOf(address)}`
