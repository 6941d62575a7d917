import { isIPv6 } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'

/** An address may be shared by an office, an account is one person's: so the address gets the wider limit. */
const LIMITS = { account: 10, address: 50 } as const
const WINDOW_MS = 15 * 60_000

export interface ThrottleVerdict {
  allowed: boolean
  retryAfterSeconds: number
}

export interface SignInThrottle {
  /** Counts the attempt before the password is looked at: parallel guesses cannot slip past the limit. */
  reserve(email: string, address: string): Promise<ThrottleVerdict>
  /** A successful sign-in forgets the account's failures and gives the address its attempt back. */
  release(email: string, address: string): Promise<void>
  removeOld(): Promise<void>
}

export function createSignInThrottle(db: Kysely<DB>): SignInThrottle {
  const count = async (key: string, limit: number) => {
    const now = new Date()
    const fresh = { attempts: 1, window_ends_at: new Date(now.getTime() + WINDOW_MS) }
    const row = await db
      .insertInto('sign_in_attempt')
      .values({ key, ...fresh })
      .onConflict(conflict =>
        conflict.column('key').doUpdateSet({
          // Capped: a patient attacker moves no counter past what refuses him.
          attempts: sql`case when sign_in_attempt.window_ends_at <= ${now} then 1 else least(sign_in_attempt.attempts + 1, ${limit + 1}) end`,
          window_ends_at: sql`case when sign_in_attempt.window_ends_at <= ${now} then ${fresh.window_ends_at} else sign_in_attempt.window_ends_at end`,
        }),
      )
      .returning(['attempts', 'window_ends_at'])
      .executeTakeFirstOrThrow()
    const waitMs = row.window_ends_at.getTime() - now.getTime()
    return { allowed: row.attempts <= limit, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
  }

  return {
    async reserve(email, address) {
      const byAddress = await count(addressKey(address), LIMITS.address)
      // A refused address counts against no account, else one machine could lock everybody out.
      if (!byAddress.allowed) return byAddress
      return count(accountKey(email), LIMITS.account)
    },
    async release(email, address) {
      await db.deleteFrom('sign_in_attempt').where('key', '=', accountKey(email)).execute()
      await db
        .updateTable('sign_in_attempt')
        .set({ attempts: sql`greatest(attempts - 1, 0)` })
        .where('key', '=', addressKey(address))
        .execute()
    },
    async removeOld() {
      await db.deleteFrom('sign_in_attempt').where('window_ends_at', '<=', new Date()).execute()
    },
  }
}

const accountKey = (email: string) => `account:${email.slice(0, 320)}`

/** One household holds a whole IPv6 /64, so it is counted as one address. */
function addressKey(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  if (!isIPv6(plain)) return `address:${plain}`
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return `address:${[...groups, ...Array(plain.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')}::/64`
}
