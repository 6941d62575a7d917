import type { Action, Target } from '@livetap/contract/wire/actions'
import type { Selectable } from 'kysely'
import type { DB } from './db/schema'
import type { Principal } from './principal'

/** What a caller is about to do, and to what. */
export interface AccessQuestion {
  action: Action
  /** Absent: nothing in particular. */
  target?: { kind: Target['kind']; id: string }
  /** The name of the call or socket. */
  call?: string
  /** Where the caller is. */
  address?: string
}

/** Whose rights changed, or to which meeting; both absent: anything may have. */
export interface AccessChange {
  userId?: string
  meetingId?: string
}

/** What was read to decide about a call: its handler need not read it again. */
export interface Grant {
  /** All that the caller may do to the meeting, where the call is about one. */
  readonly actions: Action[]
  /** The meeting; absent where the caller’s role alone decided. */
  readonly meeting: Selectable<DB['meeting']> | undefined
}

/** Decides what a principal may do; a module that the platform does not know. */
export interface AccessGuard {
  /** Refuses with 403 and the action's name, or with 404 what the caller may not know of. */
  assertMay(principal: Principal, question: AccessQuestion): Promise<Grant>
  /** The same, for what is open already: told to no one. */
  may(principal: Principal, question: AccessQuestion): Promise<boolean>
  /** Tells of rights that may have been taken away; returns what stops that. */
  onChanged(listener: (change: AccessChange) => void): () => void
}
