/** What an action acts on: the kind of id in an entry's `target`. */
export type AuditTargetKind =
  | 'meeting'
  | 'session'
  | 'account'
  | 'team'
  | 'key'
  | 'conference'
  | 'upload'
  | 'voice'
  | 'shard'
  | 'archive'
  | 'project'
  | 'node'
  | 'installation'
  | 'call'

export interface AuditActionDefinition {
  readonly target: AuditTargetKind
  /** After the name of the actor, before that of the target. */
  readonly says: string
}

/** Everything that the audit log has entries of, by the name of its action. */
export const auditActions = {
  'session.sign-in': { target: 'account', says: 'signed in' },
  'session.sign-out': { target: 'account', says: 'signed out' },
  'session.end': { target: 'session', says: 'ended the session' },
  'account.create': { target: 'account', says: 'made the account' },
  'account.change': { target: 'account', says: 'changed the account' },
  'account.password': { target: 'account', says: 'set the password of' },
  'account.disable': { target: 'account', says: 'disabled the account' },
  'account.link': { target: 'account', says: 'made a one-time link for' },
  'account.accept': { target: 'account', says: 'set a password by a one-time link:' },
  'account.sessions': { target: 'account', says: 'ended sessions of' },
  'team.create': { target: 'team', says: 'made the team' },
  'team.rename': { target: 'team', says: 'renamed the team' },
  'team.delete': { target: 'team', says: 'deleted the team' },
  'key.create': { target: 'key', says: 'made the key' },
  'key.revoke': { target: 'key', says: 'revoked the key' },
  'meeting.open': { target: 'meeting', says: 'opened' },
  'link.open': { target: 'meeting', says: 'let a reader into' },
  'meeting.join': { target: 'meeting', says: 'joined' },
  'meeting.play': { target: 'meeting', says: 'played' },
  'meeting.download': { target: 'meeting', says: 'downloaded from' },
  'meeting.start': { target: 'meeting', says: 'started' },
  'meeting.upload': { target: 'meeting', says: 'uploaded' },
  'meeting.import': { target: 'meeting', says: 'imported' },
  'meeting.rename': { target: 'meeting', says: 'renamed' },
  'meeting.delete': { target: 'meeting', says: 'deleted' },
  'meeting.end': { target: 'meeting', says: 'ended the call' },
  'meeting.control': { target: 'meeting', says: 'changed the settings of' },
  'meeting.process': { target: 'meeting', says: 'changed the processing of' },
  'meeting.share': { target: 'meeting', says: 'shared' },
  'meeting.unshare': { target: 'meeting', says: 'took back a share of' },
  'meeting.access': { target: 'meeting', says: 'changed who may see' },
  'meeting.tag': { target: 'meeting', says: 'tagged' },
  'transcript.edit': { target: 'meeting', says: 'edited the transcript of' },
  'speaker.rename': { target: 'meeting', says: 'renamed a speaker in' },
  'highlight.create': { target: 'meeting', says: 'highlighted a moment of' },
  'highlight.delete': { target: 'meeting', says: 'deleted a highlight of' },
  'voice.settings': { target: 'voice', says: 'changed which voices are known' },
  'voice.forget': { target: 'voice', says: 'deleted the known voice' },
  'voice.dismiss': { target: 'meeting', says: 'dismissed a proposed name in' },
  'conference.schedule': { target: 'conference', says: 'scheduled' },
  'conference.cancel': { target: 'conference', says: 'cancelled' },
  'training.correct': { target: 'shard', says: 'corrected the shard' },
  'training.mark': { target: 'shard', says: 'changed whether training uses the shard' },
  'archive.request': { target: 'archive', says: 'asked for the archive' },
  'archive.cancel': { target: 'archive', says: 'cancelled the archive' },
  'project.create': { target: 'project', says: 'made the project' },
  'project.change': { target: 'project', says: 'changed the project' },
  'project.delete': { target: 'project', says: 'deleted the project' },
  'project.return': { target: 'project', says: 'took in a return of the project' },
  'project.download': { target: 'project', says: 'downloaded the package of the project' },
  'node.drain': { target: 'node', says: 'changed the draining of' },
  'settings.change': { target: 'installation', says: 'changed the settings' },
  'audit.read': { target: 'installation', says: 'read the audit log' },
  'audit.export': { target: 'installation', says: 'exported the audit log' },
  /** A refused call of anything else; its name is in the fields. */
  call: { target: 'call', says: 'called' },
} as const satisfies Record<string, AuditActionDefinition>

export type AuditAction = keyof typeof auditActions

export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** `refused`: the caller may not, or not now; `failed`: it was tried and did not happen. */
export const AUDIT_RESULTS = ['done', 'refused', 'failed'] as const
export type AuditResult = (typeof AUDIT_RESULTS)[number]

/** Fields of an entry that name a person, or tell of one: kept apart from the entry, so that they can be erased. */
export const PERSONAL_AUDIT_FIELDS: ReadonlySet<string> = new Set([
  'actor_name',
  'address',
  'title',
  'name',
  'email',
  'with',
])

/** Reads of the same thing by the same person within this long are one entry. */
export const AUDIT_ONCE_MS = 600_000
/** As many entries as one export holds. */
export const AUDIT_EXPORT_ROWS = 100_000
