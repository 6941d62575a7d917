/** What a call or a socket does, for the one decision whether a caller may do it. */
export interface ActionDefinition {
  readonly summary: string
  /** Whether it acts on one meeting: each of its calls names which. */
  readonly onMeeting?: true
}

/** Every action there is; no call is without one unless it is public or for operators of the machine. */
export const actions = {
  'meeting.read': {
    summary: 'Open a meeting: its record, text, highlights, sound and picture',
    onMeeting: true,
  },
  'meeting.inspect': {
    summary: 'Read what is logged about a meeting: statistics and ledger',
    onMeeting: true,
  },
  'meeting.edit': {
    summary: 'Change the text, names, highlights, tags and title of a meeting',
    onMeeting: true,
  },
  'meeting.process': { summary: 'Cancel or retry the processing of a recording', onMeeting: true },
  'meeting.delete': { summary: 'Delete a meeting with everything that belongs to it', onMeeting: true },
  'meeting.share': {
    summary: 'Share a meeting, give it an owner or a team, and restrict it',
    onMeeting: true,
  },
  'live.listen': { summary: 'Follow a running meeting', onMeeting: true },
  'live.speak': { summary: 'Send sound and commands to a running meeting', onMeeting: true },
  'live.control': { summary: 'Change the settings of a running meeting, and end it', onMeeting: true },
  'meetings.list': { summary: 'List meetings, and look them up: those that may be read' },
  'meetings.create': { summary: 'Start an assistant, upload a recording, import a transcript' },
  'conferences.manage': { summary: 'List, schedule and open one’s own conferences' },
  'voices.manage': { summary: 'Have voices that one names kept, and delete them' },
  'recognition.use': { summary: 'Have sound recognised over the ASR socket' },
  'training.read': { summary: 'Read training data' },
  'training.correct': { summary: 'Correct the texts of training data' },
  'training.export': { summary: 'Have training data packed and download it' },
  'manuscripts.read': { summary: 'Read labelling projects' },
  'manuscripts.manage': { summary: 'Create, change and import labelling projects' },
  'logs.read': { summary: 'Search the logs' },
  'usage.read': { summary: 'Read how many meetings each site had' },
  'system.read': { summary: 'Read how the installation is doing' },
  'system.operate': { summary: 'Drain nodes' },
  'accounts.manage': { summary: 'Manage accounts, roles, teams and sessions of others' },
  'audit.read': { summary: 'Read the audit log' },
  'keys.manage': { summary: 'Create and revoke one’s own API keys' },
  'account.use': {
    summary: 'Use one’s own account: who one is, own sessions, choices of forms, documents of the API',
  },
  'shared.read': { summary: 'Read what a link shares' },
} as const satisfies Record<string, ActionDefinition>

export type Action = keyof typeof actions
export const actionNames = Object.keys(actions) as readonly Action[]

/** Actions that act on one meeting. */
export type MeetingAction = {
  [Name in Action]: (typeof actions)[Name] extends { readonly onMeeting: true } ? Name : never
}[Action]

export const isMeetingAction = (action: Action): action is MeetingAction => 'onMeeting' in actions[action]

/** Where a call says what it acts on; a shard and a stored file stand for their meeting. */
export interface Target {
  readonly kind: 'meeting' | 'shard' | 'file'
  readonly from: 'params' | 'query'
  readonly name: string
}

export const meetingInPath = { kind: 'meeting', from: 'params', name: 'id' } as const satisfies Target
export const shardInPath = { kind: 'shard', from: 'params', name: 'id' } as const satisfies Target

/** What a principal may do at all. The first that an installation makes is an admin; an operator is one without a word. */
export const roles = ['admin', 'operator', 'trainer', 'host', 'viewer'] as const
export type Role = (typeof roles)[number]
