import type { Action, Role } from '@livetap/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {} from '../../platform/db/schema'

type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The tables of migration 0310, as this module sees them. */
export interface AccessTables {
  team: { id: Generated<string>; name: string; created_at: Generated<Date> }
  team_member: { team_id: string; user_id: string }
  meeting_share: {
    id: Generated<string>
    meeting_id: string
    /** Of an account of this installation; an outside one is known by its e-mail address alone. */
    user_id: string | null
    email: string | null
    team_id: string | null
    token_hash: string | null
    grants: 'view' | 'edit'
    password_hash: string | null
    expires_at: OptionalInstant
    from_ms: number | null
    to_ms: number | null
    created_by: string
    created_at: Generated<Date>
    opened_at: OptionalInstant
  }
  api_key: {
    id: Generated<string>
    user_id: string
    user_name: string
    email: string
    /** Of its user when it was made; an account's own role is read where there is an account. */
    role: Role
    name: string
    prefix: string
    key_hash: string
    actions: Action[]
    team_id: string | null
    created_at: Generated<Date>
    expires_at: OptionalInstant
    last_used_at: OptionalInstant
    revoked_at: OptionalInstant
  }
  /** Rights that were taken away, for the nodes that hold something open by them. */
  access_change: { number: GeneratedAlways<number>; at: Generated<Date>; subject: string }
}

declare module '../../platform/db/schema' {
  interface DB extends AccessTables {}
}
