import type { Action, Role } from '../wire/actions'
import type { RouteName } from './routes'

/** What a screen asks its server first: it is offered to those who may. */
export const screenActions: Readonly<Partial<Record<RouteName, Action>>> = {
  live: 'live.listen',
  liveAsr: 'recognition.use',
  past: 'meeting.read',
  pastTrainable: 'training.read',
  pastStats: 'meeting.inspect',
  audioLedgersStats: 'meeting.inspect',
  pastTrain: 'training.read',
  userLiveMeetings: 'conferences.manage',
  userPastMeetings: 'conferences.manage',
  webexMeeting: 'conferences.manage',
  library: 'meetings.list',
  filteredMeetings: 'meetings.list',
  search: 'meetings.list',
  vendorTags: 'training.read',
  clusterCapacities: 'system.read',
  trainableShard: 'training.read',
  perSiteUsage: 'usage.read',
  manuscripts: 'manuscripts.read',
  manuscriptCreate: 'manuscripts.manage',
  manuscriptView: 'manuscripts.read',
  logs: 'logs.read',
  accounts: 'accounts.manage',
  account: 'account.use',
  audit: 'audit.read',
  system: 'system.read',
}

const operators = ['admin', 'operator'] as const
const hosts = [...operators, 'host'] as const
const trainers = [...operators, 'trainer'] as const

/** Whom to name where one may not: the roles that may do what concerns no single meeting. */
export const rolesOf: Readonly<Partial<Record<Action, readonly Role[]>>> = {
  'meetings.create': hosts,
  'conferences.manage': hosts,
  'voices.manage': hosts,
  'recognition.use': hosts,
  'training.read': trainers,
  'training.correct': trainers,
  'training.export': trainers,
  'manuscripts.read': trainers,
  'manuscripts.manage': trainers,
  'logs.read': operators,
  'usage.read': operators,
  'system.read': operators,
  'system.operate': operators,
  'accounts.manage': ['admin'],
  'audit.read': ['admin'],
}
