import type { AuditAction } from './audit-actions'

type Place = 'params' | 'query' | 'body' | 'answer'
/** A value of the call or of its answer: 'params.id'. */
export type CallValue = `${Place}.${string}`

export type AuditDecision =
  /** It changes something: its entry is kept with the change, or before the call is answered. */
  | { readonly changes: AuditAction; readonly target?: CallValue; readonly fields?: readonly CallValue[] }
  /** It shows something: one entry for each person and target in ten minutes. */
  | { readonly reads: AuditAction; readonly target?: CallValue; readonly fields?: readonly CallValue[] }
  /** Why a call that looks like a change needs no entry. */
  | { readonly exempt: string }

const ofMeeting = { target: 'params.id' } as const

/**
 * What the audit log keeps of each call, by the name of its endpoint. Texts of transcripts are never among the fields. Every
 * call that is no GET has a decision: a test reads the endpoints.
 */
export const auditedCalls: Readonly<Record<string, AuditDecision>> = {
  // sign-on
  accessToken: { exempt: 'It renews what a sign-in has begun; the sign-in itself has an entry' },
  logout: { changes: 'session.sign-out' },

  // meetings
  createMeeting: { changes: 'meeting.start', target: 'answer.id' },
  createUpload: { changes: 'meeting.upload', target: 'answer.meeting_id', fields: ['body.file_size'] },
  putPiece: { exempt: 'A part of the upload, whose beginning has an entry' },
  importTranscript: { changes: 'meeting.import', target: 'answer.id' },
  renameMeeting: { changes: 'meeting.rename', ...ofMeeting, fields: ['body.title'] },
  setTags: { changes: 'meeting.tag', ...ofMeeting, fields: ['body.tags'] },
  createView: { exempt: 'A view is a name for filters, and shows its owner no more than they do' },
  changeView: { exempt: 'A view is a name for filters, and shows its owner no more than they do' },
  deleteView: { exempt: 'A view is a name for filters, and shows its owner no more than they do' },
  deleteMeeting: { changes: 'meeting.delete', ...ofMeeting },
  changeProcessing: { changes: 'meeting.process', ...ofMeeting, fields: ['params.action'] },
  audioUrl: { reads: 'meeting.play', ...ofMeeting },
  videoUrl: { reads: 'meeting.play', ...ofMeeting },
  getTranscript: { reads: 'meeting.open', ...ofMeeting },

  // a running meeting
  dropMeeting: { changes: 'meeting.end', ...ofMeeting },
  setCustomPhrases: { changes: 'meeting.control', ...ofMeeting },
  setLanguage: { changes: 'meeting.control', ...ofMeeting, fields: ['body.language'] },
  setHotwordStatus: {
    changes: 'meeting.control',
    ...ofMeeting,
    fields: ['body.assistant', 'body.recording', 'body.transcription', 'body.chimes'],
  },
  translateMeeting: { changes: 'meeting.control', ...ofMeeting, fields: ['body.language'] },
  stopTranslation: { changes: 'meeting.control', ...ofMeeting, fields: ['query.language'] },
  liveAddress: { reads: 'meeting.join', ...ofMeeting },
  liveTranscript: { reads: 'meeting.open', ...ofMeeting },

  // transcripts
  editUtterance: { changes: 'transcript.edit', ...ofMeeting, fields: ['params.utteranceId'] },
  changeLines: { changes: 'transcript.edit', ...ofMeeting, fields: ['body.action', 'body.utterance_id'] },
  renameSpeaker: { changes: 'speaker.rename', ...ofMeeting, fields: ['params.speakerId', 'body.name'] },
  createHighlight: { changes: 'highlight.create', ...ofMeeting, fields: ['body.highlight_id'] },
  deleteHighlight: { changes: 'highlight.delete', ...ofMeeting, fields: ['query.highlight_id'] },

  // who may see a meeting, and keys
  createShare: { changes: 'meeting.share', ...ofMeeting, fields: ['body.with', 'body.grants'] },
  deleteShare: { changes: 'meeting.unshare', ...ofMeeting, fields: ['params.shareId'] },
  changeAccess: {
    changes: 'meeting.access',
    ...ofMeeting,
    fields: ['body.owner', 'body.team', 'body.restricted'],
  },
  createKey: { changes: 'key.create', target: 'answer.id', fields: ['body.actions', 'body.team'] },
  deleteKey: { changes: 'key.revoke', target: 'params.id' },
  openSharedLink: { exempt: 'Its entry is made where the link is found, which is known by its token alone' },
  sharedTranscript: { reads: 'meeting.open' },
  sharedAudioUrl: { reads: 'meeting.play' },
  sharedVideoUrl: { reads: 'meeting.play' },

  // accounts, their teams and sessions
  createAccount: { changes: 'account.create', target: 'answer.id', fields: ['body.role'] },
  changeAccount: { changes: 'account.change', target: 'params.id', fields: ['body.role', 'body.disabled'] },
  addTeamMember: { changes: 'account.change', target: 'params.account_id' },
  removeTeamMember: { changes: 'account.change', target: 'params.account_id' },
  linkAccount: { changes: 'account.link', target: 'params.id' },
  endAccountSessions: { changes: 'account.sessions', target: 'params.id' },
  openAccountLink: { exempt: 'It says whose the link is; a password that is set by it has an entry' },
  acceptAccountLink: { changes: 'account.accept' },
  createTeam: { changes: 'team.create', target: 'answer.id', fields: ['body.name'] },
  renameTeam: { changes: 'team.rename', target: 'params.id', fields: ['body.name'] },
  deleteTeam: { changes: 'team.delete', target: 'params.id' },
  endSession: { changes: 'session.end', target: 'params.id' },
  endOtherSessions: { changes: 'account.sessions' },

  // known voices
  changeKnownVoices: { changes: 'voice.settings' },
  deleteKnownVoices: { changes: 'voice.forget' },
  deleteKnownVoice: { changes: 'voice.forget', target: 'params.id' },
  dismissProposal: { changes: 'voice.dismiss', ...ofMeeting, fields: ['params.speakerId'] },

  // conferencing
  scheduleConference: { changes: 'conference.schedule', target: 'answer.id' },
  cancelConference: { changes: 'conference.cancel', target: 'params.id' },
  openConference: { changes: 'meeting.start', target: 'answer.VOICEA_MEETING_ID', fields: ['params.id'] },

  // training
  saveTrainingTranscript: { changes: 'training.correct', target: 'query.audio_id' },
  markUnusable: { changes: 'training.mark', target: 'params.id', fields: ['body.reason'] },
  unmarkUnusable: { changes: 'training.mark', target: 'params.id' },
  requestArchive: { changes: 'archive.request', target: 'body.request_id', fields: ['body.client_region'] },
  cancelArchive: { changes: 'archive.cancel', target: 'params.request_id' },
  estimateArchive: { exempt: 'It counts, and keeps nothing' },
  readVendorTags: { exempt: 'It reads the file it is sent, and keeps nothing' },

  // manuscripts
  createProject: { changes: 'project.create', target: 'answer.id' },
  editProject: { changes: 'project.change', target: 'params.id' },
  updateProjects: {
    changes: 'project.change',
    target: 'body.manuscript_projects_ids',
    fields: ['body.status'],
  },
  deleteProject: { changes: 'project.delete', target: 'query.ID' },
  returnProject: { changes: 'project.return', target: 'params.id' },
  projectPackage: { reads: 'project.download', target: 'params.id' },

  // the installation
  drainNode: { changes: 'node.drain', target: 'params.pod', fields: ['body.draining'] },
  searchAudit: {
    reads: 'audit.read',
    fields: ['query.actor', 'query.action', 'query.target', 'query.from', 'query.to'],
  },
  auditExport: {
    reads: 'audit.export',
    fields: ['query.format', 'query.actor', 'query.action', 'query.target'],
  },
}
