import type { Role } from '@livetap/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {} from '../../platform/db/schema'

type Instant = ColumnType<Date, Date, Date>
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The tables of migrations 0002, 0145, 0180, 0310 and 0340, as this module sees them. */
export interface SignOnTables {
  account: {
    id: string
    email: string
    user_name: string
    password_hash: string
    disabled_at: OptionalInstant
    role: Generated<Role>
    created_at: Generated<Date>
  }
  sign_on_session: {
    id: string
    account_id: string
    browser_session: string
    started_at: Generated<Date>
    expires_at: Instant
    ended_at: OptionalInstant
    end_reason: SessionEndReason | null
    /** Where it was last seen, and by which browser; unknown of sessions that an earlier release began. */
    address: string | null
    user_agent: string | null
    last_seen_at: OptionalInstant
  }
  account_link: {
    id: Generated<string>
    account_id: string
    kind: AccountLinkKind
    token_hash: string
    created_at: Generated<Date>
    expires_at: Instant
    used_at: OptionalInstant
  }
  oidc_payload: {
    model: string
    id_hash: string
    payload: JSONColumnType<Record<string, unknown>>
    grant_id: string | null
    uid: string | null
    user_code: string | null
    account_id: string | null
    expires_at: OptionalInstant
    consumed_at: OptionalInstant
    /** Of a pending sign-in: the network that began it. */
    address: Generated<string | null>
    number: GeneratedAlways<number>
  }
  sign_in_attempt: {
    key: string
    /** Failures, and the attempts whose password is being checked. */
    attempts: number
    failures: Generated<number>
    window_ends_at: Instant
  }
  outside_session: {
    id: string
    user_id: string
    user_name: string
    emails: string[]
    role: Role
    expires_at: Instant
  }
  sign_on_key: {
    name: string
    sealed: string
    created_at: Generated<Date>
  }
}

export type AccountLinkKind = 'invitation' | 'reset'

export type SessionEndReason = 'signed-out' | 'revoked' | 'account-disabled' | 'password-changed' | 'expired'

declare module '../../platform/db/schema' {
  interface DB extends SignOnTables {}
}
