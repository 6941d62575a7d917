import {
  type Action,
  actionNames,
  isMeetingAction,
  type MeetingAction,
  type Role,
} from '@livetap/contract/wire/actions'
import type { Principal } from '../../platform/principal'

/**
 * How a principal stands to a meeting, the nearest that applies. `restricted` is a meeting of others that is restricted;
 * `absent` is one that is not there (never was, or is deleted).
 */
export const relations = [
  'owner',
  'editor',
  'team',
  'attendee',
  'reader',
  'trainable',
  'other',
  'restricted',
  'absent',
] as const
export type Relation = (typeof relations)[number]

export interface Standing {
  relation: Relation
  restricted: boolean
  teamId: string | null
}

/** `hide`: it is answered as if it were not there. */
export type Decision = 'allow' | 'deny' | 'hide'

const training = ['training.read', 'training.correct', 'training.export'] as const
const own = ['account.use', 'keys.manage', 'meetings.list'] as const
const hosting = ['meetings.create', 'conferences.manage', 'voices.manage', 'recognition.use'] as const
const operating = ['logs.read', 'usage.read', 'system.read', 'system.operate'] as const
const manuscripts = ['manuscripts.read', 'manuscripts.manage'] as const
const administering = ['accounts.manage', 'audit.read'] as const

/** What each role may do that concerns no single meeting. */
const general: Readonly<Record<Role, readonly Action[]>> = {
  admin: [...own, ...hosting, ...training, ...manuscripts, ...operating, ...administering],
  operator: [...own, ...hosting, ...training, ...manuscripts, ...operating],
  trainer: [...own, ...training, ...manuscripts],
  host: [...own, ...hosting],
  viewer: own,
}

const everything = actionNames.filter(isMeetingAction)
const editing = ['meeting.read', 'meeting.inspect', 'meeting.edit', 'live.listen', 'live.speak'] as const
const reading = ['meeting.read', 'live.listen'] as const

/** What each relation to a meeting gives, regardless of the role. */
const byRelation: Readonly<Record<Relation, readonly MeetingAction[]>> = {
  owner: everything,
  editor: editing,
  team: editing,
  attendee: ['meeting.read', 'live.listen', 'live.speak'],
  reader: reading,
  trainable: [],
  other: [],
  restricted: [],
  absent: [],
}

/** Where a role gives more, or less, than the relation. */
const byRole: Readonly<Record<Role, (standing: Standing) => readonly Action[] | undefined>> = {
  admin: () => [...everything, ...training],
  operator: ({ relation, restricted }) => {
    if (!restricted) return [...everything, ...training]
    return relation === 'owner' ? [...everything, ...training] : undefined
  },
  trainer: ({ relation }) => {
    if (relation === 'trainable') return ['meeting.read', ...training]
    return byRelation[relation].length > 0 ? [...byRelation[relation], ...training] : undefined
  },
  host: () => undefined,
  viewer: ({ relation }) => (relation === 'team' || relation === 'attendee' ? reading : undefined),
}

/** The most that a role can be given with a meeting. */
const atMost: Readonly<Record<Role, readonly MeetingAction[]>> = {
  admin: everything,
  operator: everything,
  trainer: everything,
  host: everything,
  viewer: editing,
}

/** What the key of a team may do beside opening that team's meetings. */
const ofTeamKey: readonly Action[] = ['account.use', 'meetings.list']

/** With one of these one may know of the meeting. */
const knows: readonly Action[] = ['meeting.read', 'training.read']

export type Asking = Pick<Principal, 'kind' | 'role' | 'actions' | 'teamId'>

/** Whether one may do this at all, to nothing in particular. */
export function mayAtAll({ kind, role, actions: scope, teamId }: Asking, action: Action): boolean {
  if (kind === 'link') return action === 'shared.read'
  if (scope && !scope.includes(action)) return false
  if (isMeetingAction(action)) return atMost[role].includes(action)
  return general[role].includes(action) && (teamId === undefined || ofTeamKey.includes(action))
}

/** Whether this principal may do this to a meeting to which it stands so. Pure: nothing else decides. */
export function decide(principal: Asking, action: Action, standing: Standing): Decision {
  const { kind, role, teamId } = principal
  if (kind === 'link' || (teamId !== undefined && teamId !== standing.teamId)) return 'hide'
  const given = byRole[role](standing) ?? byRelation[standing.relation]
  if (!knows.some(one => given.includes(one))) return 'hide'
  return given.includes(action) && mayAtAll(principal, action) ? 'allow' : 'deny'
}

/** All that this principal may do to a meeting to which it stands so. */
export const actionsTo = (principal: Asking, standing: Standing): Action[] =>
  actionNames.filter(action => decide(principal, action, standing) === 'allow')

/** Whether the role alone decides: how the principal stands to the meeting need not be asked for. */
export const isByRole = ({ kind, role, teamId }: Asking): boolean =>
  kind !== 'link' && teamId === undefined && role === 'admin'

/** What a principal may do at all, as `Users/me` says it. */
export const actionsOf = (principal: Asking): Action[] =>
  actionNames.filter(action => mayAtAll(principal, action))
