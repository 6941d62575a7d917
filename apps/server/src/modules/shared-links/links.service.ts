import { linkProblems, type MeetingDetail, type OpenedLink } from '@livetap/contract'
import type { AuditWriter } from '../../platform/audit/audit-entry'
import { LINK_PREFIX } from '../../platform/own-tokens'
import { verifyPassword } from '../../platform/password/password-hash'
import type { Principal } from '../../platform/principal'
import { tokenRefused } from '../../platform/refused-token'
import { ServiceError } from '../../platform/service-error'
import { hashOf, isWhole, type ShareRow, type SharesStore } from '../access'
import { type MeetingsService, meetingDetail } from '../meetings'
import type { Guesses } from './guesses'
import { LINK_LIFETIME_MS, type LinkTokens } from './link-tokens'

/** The name of the session that a link stands for in signed addresses. */
const LINK_SESSION = 'link '

export interface LinksServiceOptions {
  shares: SharesStore
  meetings: MeetingsService
  tokens: LinkTokens
  guesses: Guesses
  audit: AuditWriter
}

/** Links of shares: opened with their token, and with their password where they have one. */
export class LinksService {
  constructor(private readonly options: LinksServiceOptions) {}

  async open(token: string, password: string | undefined, address: string): Promise<OpenedLink> {
    const { shares, meetings, tokens, audit } = this.options
    const share = await shares.link({ tokenHash: hashOf(token) })
    if (!share) throw tokenRefused(new ServiceError('not_found', linkProblems.gone), 'link', 'unknown')
    if (share.isExpired)
      throw tokenRefused(new ServiceError('not_found', linkProblems.expired), 'link', 'expired')
    await this.#checkPassword(share, password)
    const meeting = meetingDetail(await meetings.getReady(share.meeting_id))
    await shares.opened(share.id)
    const principal = principalOf(share)
    audit.read({
      actor: { id: principal.userId, name: principal.userName },
      action: 'link.open',
      target: share.meeting_id,
      address,
      person: `${principal.userId} ${address}`,
    })
    return {
      access_token: tokens.issue(share.id),
      expires_at: new Date(Date.now() + LINK_LIFETIME_MS).toISOString(),
      title: meeting.title,
      start: meeting.start,
      duration: meeting.duration,
      from_millis: share.from_ms,
      to_millis: share.to_ms,
      recording: recordingOf(meeting.recording, principal),
    }
  }

  async authenticate(token: string): Promise<Principal | null> {
    const shareId = this.options.tokens.read(token)
    return (shareId && (await this.#principal(shareId))) || null
  }

  principalOf(sessionId: string): Promise<Principal | undefined> {
    return this.#principal(sessionId.slice(LINK_SESSION.length))
  }

  isToken(token: string): boolean {
    return token.startsWith(LINK_PREFIX)
  }

  isSession(sessionId: string): boolean {
    return sessionId.startsWith(LINK_SESSION)
  }

  async #principal(shareId: string): Promise<Principal | undefined> {
    const share = await this.options.shares.link({ id: shareId })
    return share && !share.isExpired ? principalOf(share) : undefined
  }

  async #checkPassword({ id, password_hash }: ShareRow, password: string | undefined): Promise<void> {
    if (password_hash === null) return
    const { guesses } = this.options
    if (guesses.isTooMany(id))
      throw new ServiceError('too_many', 'Too many wrong passwords: wait a quarter of an hour')
    if (password !== undefined && (await verifyPassword(password, password_hash))) return
    const refusal = new ServiceError('unauthorized', linkProblems.needsPassword)
    if (password === undefined) throw refusal
    guesses.wrong(id)
    throw tokenRefused(refusal, 'link', 'password')
  }
}

const recordingOf = (recording: MeetingDetail['recording'], { shared }: Principal) =>
  recording === 'video' && !(shared && isWhole(shared)) ? 'audio' : (recording ?? 'audio')

const principalOf = ({ id, meeting_id, from_ms, to_ms }: ShareRow): Principal => ({
  kind: 'link',
  userId: LINK_SESSION + id,
  userName: 'a link',
  emails: [],
  role: 'viewer',
  shared: { shareId: id, meetingId: meeting_id, fromMs: from_ms, toMs: to_ms },
  sessionId: LINK_SESSION + id,
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
})
