import { type Action, isMeetingAction } from '@livetap/contract/wire/actions'
import type { AccessGuard, AccessQuestion, Grant } from '../../platform/access'
import type { Principal, SharedStretch } from '../../platform/principal'
import { tokenRefused } from '../../platform/refused-token'
import { ServiceError } from '../../platform/service-error'
import type { AccessWatch } from './access-watch'
import { actionsTo, type Decision, decide, isByRole, mayAtAll, type Standing } from './policy'
import type { MeetingRow, StandingsStore } from './standings.store'

/** A decision as it was made, for a log of who did what. */
export interface Decided {
  principal: Principal
  question: AccessQuestion
  decision: Decision
  /** The meeting it was about; undefined without a meeting, or when it cannot be found. */
  meetingId: string | undefined
  standing: Standing | undefined
  /** As it was read for its standing. */
  meeting?: MeetingRow
}

/** Hears of every decision before it takes effect; one that rejects keeps the call from being answered. */
export type DecisionListener = (decided: Decided) => void | Promise<void>

/** What a principal came with. */
const tokenOf = { account: 'bearer', key: 'key', link: 'opened link' } as const

const missing = {
  meeting: 'There is no such meeting',
  shard: 'There is no such shard',
  file: 'There is nothing at this address',
} as const

/** May this principal do this to that? Rights are asked for here, by HTTP, by sockets and by other modules. */
export class AccessService implements AccessGuard {
  readonly #listeners: DecisionListener[] = []

  constructor(
    private readonly store: StandingsStore,
    private readonly watch: Pick<AccessWatch, 'onChanged'>,
  ) {}

  onDecision(listener: DecisionListener): void {
    this.#listeners.push(listener)
  }

  onChanged(listener: Parameters<AccessWatch['onChanged']>[0]): () => void {
    return this.watch.onChanged(listener)
  }

  async assertMay(principal: Principal, question: AccessQuestion): Promise<Grant> {
    const decided = await this.#decided(principal, question)
    for (const listener of this.#listeners) await listener(decided)
    if (decided.decision === 'hide') {
      const refusal = new ServiceError('not_found', missing[question.target?.kind ?? 'meeting'])
      if (decided.standing?.relation === 'absent') throw refusal
      throw tokenRefused(refusal, tokenOf[principal.kind], 'moved')
    }
    if (decided.decision === 'deny') throw notAllowed(question.action)
    const { standing, meeting } = decided
    return {
      meeting,
      get actions() {
        return standing ? actionsTo(principal, standing) : []
      },
    }
  }

  async may(principal: Principal, question: AccessQuestion): Promise<boolean> {
    return (await this.#decided(principal, question)).decision === 'allow'
  }

  /** What this principal may do to meetings of a list, for screens that offer nothing else. */
  rightsOf(principal: Principal): (standing: Standing) => Action[] {
    const known = new Map<string, Action[]>()
    return standing => {
      const key = `${standing.relation} ${standing.restricted} ${standing.teamId === principal.teamId}`
      const actions = known.get(key) ?? actionsTo(principal, standing)
      known.set(key, actions)
      return actions
    }
  }

  async #decided(principal: Principal, question: AccessQuestion): Promise<Decided> {
    const { action, target } = question
    const none = { principal, question, meetingId: undefined, standing: undefined }
    if (!target) return { ...none, decision: mayAtAll(principal, action) ? 'allow' : 'deny' }
    const file = target.kind === 'file' ? fileOf(target.id) : undefined
    // What lies outside of the meetings is training data that was packed.
    if (target.kind === 'file' && file === undefined)
      return { ...none, decision: mayAtAll(principal, 'training.export') ? 'allow' : 'hide' }
    if (principal.kind === 'link')
      return { ...none, meetingId: file?.meetingId, decision: isShared(principal, file) ? 'allow' : 'hide' }
    const meetingId = file?.meetingId ?? (await this.#meetingOf(target))
    const { standing, meeting } = await this.#standing(principal, meetingId)
    const asked = file?.isShard && isMeetingAction(action) ? 'training.read' : action
    return { principal, question, meetingId, standing, meeting, decision: decide(principal, asked, standing) }
  }

  async #standing(
    principal: Principal,
    meetingId: string | undefined,
  ): Promise<{ standing: Standing; meeting?: MeetingRow }> {
    // The decision is the same, regardless of what it is.
    if (isByRole(principal)) return { standing: unread }
    if (meetingId === undefined) return { standing: absent }
    const found = await this.store.meetingOf(principal, meetingId)
    if (found) return { standing: found.standing, meeting: found.row }
    return { standing: await this.store.ofDeleted(principal.userId, meetingId) }
  }

  async #meetingOf({ kind, id }: NonNullable<AccessQuestion['target']>): Promise<string | undefined> {
    return kind === 'shard' ? await this.store.meetingOfShard(id) : id
  }
}

const unread: Standing = { relation: 'other', restricted: false, teamId: null }
const absent: Standing = { relation: 'absent', restricted: false, teamId: null }

const notAllowed = (action: string) => new ServiceError('forbidden', `You may not do this: ${action}`)

interface MeetingFile {
  meetingId: string
  /** Below the meeting's own folder. */
  path: string
  isShard: boolean
}

function fileOf(key: string): MeetingFile | undefined {
  const [, meetingId, path] = /^meetings\/([^/]+)\/(.+)$/.exec(key) ?? []
  return meetingId && path ? { meetingId, path, isShard: path.startsWith('shards/') } : undefined
}

/** Where the stretch that a link shows lies, below the meeting's own prefix. */
export const sharedCutKey = (meetingId: string, shareId: string) => `meetings/${meetingId}/${cutOf(shareId)}`
const cutOf = (shareId: string) => `shared/${shareId}.flac`

/** Whether a link shares all of its meeting. */
export const isWhole = ({ fromMs, toMs }: SharedStretch) => fromMs === null && toMs === null
const wholeFiles = ['audio.flac', 'video.mp4']

/** A link’s own cut, or the recording where it shares all of it. */
function isShared({ shared }: Principal, file: MeetingFile | undefined): boolean {
  if (!shared || file?.meetingId !== shared.meetingId) return false
  return isWhole(shared) ? wholeFiles.includes(file.path) : file.path === cutOf(shared.shareId)
}
