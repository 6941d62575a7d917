import type { AuditEntry } from './audit/audit-entry'

/** What opens something to the one who has it. A new kind gets a row in the test of refused tokens. */
export const tokenKinds = [
  'bearer',
  'key',
  'link',
  'one-time link',
  'opened link',
  'signed address',
  'ticket',
] as const
export type TokenKind = (typeof tokenKinds)[number]

export type TokenProblem =
  /** Not one of ours, or altered. */
  | 'forged'
  /** It is not valid: never made, taken back, expired, or of a session that has ended. */
  | 'unknown'
  | 'expired'
  /** It stands, for something else than this. */
  | 'moved'
  /** It opens once, and did. */
  | 'used'
  /** The session that it was made for has ended. */
  | 'ended'
  /** The password that belongs to it is wrong. */
  | 'password'

export interface RefusedToken {
  kind: TokenKind
  problem: TokenProblem
  about?: RefusedSubject
}

/** Whose token it was, where that is known: what the audit entry of the refusal says beside the call. */
export type RefusedSubject = Pick<AuditEntry, 'action' | 'target' | 'fields'>

const refusals = new WeakMap<Error, RefusedToken>()

/** Marks the error of a refusal, regardless of what it says to the caller: it is counted and audited where it is answered. */
export function tokenRefused<E extends Error>(
  error: E,
  kind: TokenKind,
  problem: TokenProblem,
  about?: RefusedSubject,
): E {
  refusals.set(error, { kind, problem, about })
  return error
}

export const refusedTokenOf = (error: Error): RefusedToken | undefined => refusals.get(error)
