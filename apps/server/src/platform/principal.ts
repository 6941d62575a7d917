import type { Action, Role } from '@livetap/contract/wire/actions'

/** Who calls: a signed-in account, an API key of one, or the link of a share. */
export interface Principal {
  kind: PrincipalKind
  userId: string
  userName: string
  emails: string[]
  role: Role
  /** Of a key: what it may do at most. */
  actions?: readonly Action[]
  /** Of a key: the team whose meetings alone it opens. */
  teamId?: string
  /** Of a link: what it shares. */
  shared?: SharedStretch
  sessionId: string
  /** Epoch milliseconds. */
  tokenExpiresAt: number
}

export type PrincipalKind = 'account' | 'key' | 'link'

export interface SharedStretch {
  shareId: string
  meetingId: string
  fromMs: number | null
  toMs: number | null
}
