import { z } from 'zod'
import { metric, type Severity } from './event-definition'
import { vmcTimeStatsMessage, vmcTimeStatsSchema } from './vmc-time-stats'

const count = z.int().min(0)
const ms = z.int().min(0)
const none = z.strictObject({})
const notGood = new Set(['failed', 'worker lost', 'upload expired'])

const endSeverity = ({ meeting_end_reason: reason }: { meeting_end_reason: string }): Severity =>
  notGood.has(reason) || reason.startsWith('failed') ? 'ERROR' : 'INFO'

const closed = z.strictObject({ code: count, reason: z.string().optional(), open_ms: ms })
type Closed = z.output<typeof closed>
const closedMessage = ({ code, reason, open_ms }: Closed) =>
  `socket closed with ${code}${reason ? ` (${reason})` : ''} after ${Math.round(open_ms / 1000)} s`
/** A goodbye of the client or of a meeting that ended is no trouble; a cut or a refusal is. */
const closedSeverity = ({ code, reason }: Closed): Severity =>
  reason === 'call_ended' || (reason === undefined && [1000, 1001, 1005].includes(code)) ? 'INFO' : 'WARNING'

/**
 * Every log entry there is: the names by which the statistics ask for it, its fields, and what happens here when it
 * is written. The recorder takes nothing else.
 */
export const metrics = {
  meetingCreated: metric({
    name: 'monitoring-meeting-creations-wrapi',
    service: 'wrapi',
    fields: z.strictObject({ source: z.string(), site: z.string(), region: z.string() }),
    happens: 'A meeting was made: by Create, by an upload, or as a sample. Its time is the meeting’s start.',
    message: ({ source }) => `meeting created by ${source}`,
  }),
  meetingDeleted: metric({
    name: 'monitoring-meeting-delete-wrapi',
    service: 'wrapi',
    fields: z.strictObject({ deleted_by: z.string() }),
    people: ['deleted_by'],
    happens: 'A meeting was deleted by a user or by the retention period.',
    message: ({ deleted_by }) => `meeting deleted by ${deleted_by}`,
    severity: () => 'NOTICE',
  }),
  meetingEndReason: metric({
    name: 'monitoring-meeting-end-reason-wrapi',
    service: 'wrapi',
    fields: z.strictObject({
      meeting_end_reason: z.string(),
      stage: z.string().optional(),
      error: z.string().optional(),
    }),
    happens:
      'A meeting ended, for any reason: dropped, abandoned, completed, failed (with its stage), cancelled, upload expired, worker lost, or deleted while it ran.',
    message: ({ meeting_end_reason: reason, error }) =>
      `meeting ended: ${reason}${error ? `: ${error}` : ''}`,
    severity: endSeverity,
  }),
  hangUpReason: metric({
    name: 'monitoring-hang-up-reason-wrapi',
    service: 'wrapi',
    fields: z.strictObject({ meeting_end_reason: z.string(), by: z.string() }),
    people: ['by'],
    happens: 'A user ended a running meeting (End Call); nothing is written where nobody hung up.',
    message: ({ by }) => `${by} hung up`,
  }),
  meetingCompleted: metric({
    name: 'monitoring-meeting-completed-successfully-hotword',
    service: 'hotword',
    fields: z.strictObject({ start_time: z.iso.datetime() }),
    happens:
      'A meeting ended and can be read: dropped, abandoned, or its recording was processed. Its time is the meeting’s end.',
    message: () => 'meeting completed successfully',
  }),
  roomCreated: metric({
    name: 'monitoring-pod-creations-hotword',
    service: 'hotword',
    fields: z.strictObject({ pod_name: z.string(), elapsedMs: ms }),
    happens:
      'A running meeting’s room was opened in a process: at its first connection, and again after a restart or a move. elapsedMs is how long the room took to read its state.',
    message: ({ pod_name }) => `room opened in ${pod_name}`,
  }),
  livePodName: metric({
    name: 'monitoring-live-pod-name',
    service: 'nutcracker',
    fields: z.strictObject({ pod_name: z.string() }),
    happens: 'The first recognition of a room began; pod_name is the process that recognizes it.',
    message: ({ pod_name }) => `recognized live in ${pod_name}`,
  }),
  imageName: metric({
    name: 'monitoring-image-name',
    service: 'nutcracker',
    fields: z.strictObject({ image_name: z.string() }),
    happens:
      'The first recognition of a room began; an embedded installation has no container images, so the name of the engine stands for one.',
    message: ({ image_name }) => image_name,
  }),
  hotwordPod: metric({
    name: 'monitoring-hotword-pod-metrics',
    service: 'hotword',
    fields: z.strictObject({ hotwordCreationAbsoluteMs: ms, hotwordCreationElapsedMs: ms }),
    happens:
      'A meeting’s room was opened for the first time: absolute is the time since the meeting was created, elapsed the time since the first client asked for the room.',
    message: () => 'hotword pod metrics',
  }),
  engineStarted: metric({
    name: 'monitoring-nutcracker-started-hotword',
    service: 'nutcracker',
    fields: z.strictObject({ elapsedMs: ms, engine: z.string() }),
    happens:
      'The recognition engine was ready for a meeting, live or offline. elapsedMs is its start-up alone, never the recognition.',
    message: ({ engine }) => `${engine} started`,
  }),
  finalSent: metric({
    name: 'monitoring-final-transcript-sent-hotword',
    service: 'hotword',
    fields: z.strictObject({ count, recognitionMs: ms.optional() }),
    happens:
      'Final utterances were stored: one at a time in a running meeting, all at once of a recording (recognitionMs is how long that took).',
    message: ({ count }) => `${count} final utterances`,
  }),
  transcriptEnhanced: metric({
    name: 'monitoring-transcript-middleware-success',
    service: 'pipeline',
    fields: z.strictObject({
      phase: z.enum(['started', 'ended']),
      count,
      share: z.number().min(0).max(1).optional(),
    }),
    happens:
      'Enhancement (the second engine) began, with count 0, or ended, with the number of utterances that it changed and the share that it decoded again.',
    message: ({ phase }) => `enhancement ${phase}`,
  }),
  highlightSent: metric({
    name: 'monitoring-highlight-sent-to-transcriber-hotword',
    service: 'hotword',
    fields: z.strictObject({ count }),
    happens:
      'Highlights were stored: one at a time in a running meeting (by EVA or by hand), all at once of a recording.',
    message: ({ count }) => `${count} highlights`,
  }),
  recordingDuration: metric({
    name: 'monitoring-recording-duration-set-hotword',
    service: 'hotword',
    fields: z.strictObject({ recordingDurationInSeconds: z.number().min(0) }),
    happens: 'A meeting’s sound became one recording; its length was measured on that file.',
    message: ({ recordingDurationInSeconds: seconds }) => `recording of ${seconds} s`,
  }),
  clientUp: metric({
    name: 'monitoring-voicea-client-up',
    service: 'vmc',
    fields: none,
    happens: 'The room was opened on its node for the first time. Once per meeting.',
    message: () => 'voicea client up',
  }),
  clientConnected: metric({
    name: 'monitoring-connected-to-mercury',
    service: 'vmc',
    fields: none,
    happens: 'The first socket was attached to the room. Once per meeting.',
    message: () => 'connected to mercury',
  }),
  clientJoined: metric({
    name: 'monitoring-successfully-joined-meeting',
    service: 'vmc',
    fields: z.strictObject({ name: z.string() }),
    people: ['name'],
    happens: 'The first sound was received; the message says whose. Once per meeting.',
    message: ({ name }) => `successfully joined meeting, first sound of ${name}`,
  }),
  clientLeft: metric({
    name: 'monitoring-leave-the-meeting-because',
    service: 'vmc',
    fields: z.strictObject({ reason: z.string() }),
    happens: 'The room ended, for the reason given. Once per meeting, and only where it had joined.',
    message: ({ reason }) => `leave the meeting because ${reason}`,
  }),
  clientOut: metric({
    name: 'monitoring-voicea-client-out',
    service: 'vmc',
    fields: none,
    happens: 'The room was closed, its last words stored. Once per meeting, and only where it had joined.',
    message: () => 'voicea client out',
  }),
  vmcTimeStats: metric({
    name: 'monitoring-vmc-time-stats',
    service: 'vmc',
    fields: vmcTimeStatsSchema,
    happens:
      'A running meeting ended: for how long its sound was recorded, transcribed, and its assistant switched off while somebody was in the room. Time off the record counts for neither of the first two.',
    message: vmcTimeStatsMessage,
  }),
  socketOpened: metric({
    name: 'socket-opened-hotword',
    service: 'hotword',
    fields: z.strictObject({ client_id: z.string(), resumed: z.boolean(), after_seq: count.optional() }),
    happens:
      'A client’s socket was attached to the room. resumed: it came back after a cut and asked for what follows after_seq.',
    message: ({ resumed }) => (resumed ? 'client reconnected' : 'client connected'),
    severity: ({ resumed }) => (resumed ? 'NOTICE' : 'INFO'),
  }),
  socketClosed: metric({
    name: 'socket-closed-hotword',
    service: 'hotword',
    fields: closed.extend({ client_id: z.string() }),
    happens:
      'A client’s socket closed, with the code of the close frame (1006: the connection broke without one) and, where the server refused it, why.',
    message: closedMessage,
    severity: closedSeverity,
  }),
  asrSocketOpened: metric({
    name: 'socket-opened-asr',
    service: 'nutcracker',
    fields: z.strictObject({ tracking_id: z.string(), engine: z.string() }),
    happens: 'A socket of the ASR proxy was opened.',
    message: ({ engine }) => `asr socket opened for ${engine}`,
  }),
  asrSocketClosed: metric({
    name: 'socket-closed-asr',
    service: 'nutcracker',
    fields: closed.extend({ tracking_id: z.string() }),
    happens: 'A socket of the ASR proxy closed, with its code and, where the server refused it, why.',
    message: closedMessage,
    severity: closedSeverity,
  }),
  engineRefused: metric({
    name: 'engine-refused',
    service: 'nutcracker',
    fields: z.strictObject({ engine: z.string(), reason: z.string() }),
    happens: 'An engine refused or lost a stream, of a meeting or of the ASR proxy.',
    message: ({ engine, reason }) => `${engine} refused: ${reason}`,
    severity: () => 'WARNING',
  }),
  uploadOpened: metric({
    name: 'upload-opened',
    service: 'wrapi',
    fields: z.strictObject({ bytes: count, type: z.string() }),
    happens: 'An upload session was made.',
    message: ({ bytes, type }) => `upload of ${bytes} bytes (${type}) opened`,
  }),
  uploadCompleted: metric({
    name: 'upload-completed',
    service: 'wrapi',
    fields: z.strictObject({ bytes: count }),
    happens: 'The last byte of an upload was stored.',
    message: ({ bytes }) => `upload of ${bytes} bytes completed`,
  }),
  uploadExpired: metric({
    name: 'upload-expired',
    service: 'wrapi',
    fields: z.strictObject({ held_bytes: count, bytes: count }),
    happens: 'An upload session ended before its last byte came.',
    message: ({ held_bytes, bytes }) => `upload expired with ${held_bytes} of ${bytes} bytes`,
    severity: () => 'WARNING',
  }),
  stageFinished: metric({
    name: 'stage-finished',
    service: 'pipeline',
    fields: z.strictObject({ stage: z.string(), elapsedMs: ms }),
    happens: 'A stage of a recording was finished; elapsedMs is its last attempt.',
    message: ({ stage, elapsedMs }) => `${stage} finished after ${elapsedMs} ms`,
  }),
  stageRetried: metric({
    name: 'stage-retried',
    service: 'pipeline',
    fields: z.strictObject({ stage: z.string(), attempt: count, reason: z.string() }),
    happens: 'A stage failed for a reason that may pass, and is tried again.',
    message: ({ stage, attempt, reason }) => `${stage} failed (attempt ${attempt}), trying again: ${reason}`,
    severity: () => 'WARNING',
  }),
  runTakenOver: metric({
    name: 'run-taken-over',
    service: 'pipeline',
    fields: z.strictObject({ from_pod_name: z.string().optional(), takeovers: count }),
    happens:
      'The worker of a recording was lost: its run went back into the queue. takeovers counts how often at this stage.',
    message: ({ from_pod_name, takeovers }) =>
      `run taken over from ${from_pod_name ?? 'a lost worker'} (${takeovers} at this stage)`,
    severity: () => 'WARNING',
  }),
  storageRetried: metric({
    name: 'storage-retried',
    service: 'hotword',
    fields: z.strictObject({ reason: z.string() }),
    happens:
      'The storage did not take the sound of a running meeting; it is kept in memory and tried again every second. Once per outage and voice.',
    message: ({ reason }) => `sound waits for the storage: ${reason}`,
    severity: () => 'WARNING',
  }),
  nodeDraining: metric({
    name: 'node-draining',
    service: 'wrapi',
    fields: z.strictObject({ pod_name: z.string(), draining: z.boolean(), by: z.string() }),
    people: ['by'],
    happens: 'An operator set a node to take no new work, or to take it again.',
    message: ({ pod_name, draining }) => `${pod_name} ${draining ? 'drains' : 'takes work again'}`,
    severity: () => 'NOTICE',
  }),
  signedIn: metric({
    name: 'signed-in',
    service: 'sign-on',
    fields: z.strictObject({ user_id: z.string() }),
    happens: 'A user signed in with the embedded sign-on.',
    message: () => 'signed in',
  }),
  signInRefused: metric({
    name: 'sign-in-refused',
    service: 'sign-on',
    fields: z.strictObject({ reason: z.string() }),
    happens:
      'A sign-in was refused: a wrong password, a disabled account, too many attempts, or a busy server.',
    message: ({ reason }) => `sign-in refused: ${reason}`,
    severity: () => 'WARNING',
  }),
  signedOut: metric({
    name: 'signed-out',
    service: 'sign-on',
    fields: z.strictObject({ user_id: z.string(), session_id: z.string() }),
    happens: 'A session was ended by signing out.',
    message: () => 'signed out',
  }),
} as const

type Metrics = typeof metrics
export type MetricKey = keyof Metrics
export type MetricFields<Key extends MetricKey> = z.input<Metrics[Key]['fields']>

/** Names that the statistics ask for and that nothing here ever writes. */
export const unwrittenMetrics = {
  portalPod: {
    name: 'monitoring-portal-pod-metrics',
    reason: 'There is no portal in an embedded installation, so it has no creation times.',
  },
} as const
