import { z } from 'zod'
import { metric, type Severity } from './event-definition'

const count = z.int().min(0)
const ms = z.int().min(0)

const closed = z.strictObject({ code: count, reason: z.string().optional(), open_ms: ms })
type Closed = z.output<typeof closed>
const closedMessage = ({ code, reason, open_ms }: Closed) =>
  `socket closed with ${code}${reason ? ` (${reason})` : ''} after ${Math.round(open_ms / 1000)} s`
/** A goodbye of the client or of a meeting that ended is no trouble; a cut or a refusal is. */
const closedSeverity = ({ code, reason }: Closed): Severity =>
  reason === 'call_ended' || (reason === undefined && [1000, 1001, 1005].includes(code)) ? 'INFO' : 'WARNING'

/** What support asks for beside the documents' metrics: sockets, engines, uploads, stages, storage, nodes, sign-ins. */
export const operationsMetrics = {
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
    fields: z.strictObject({ user_id: z.string(), address: z.string() }),
    happens: 'A user signed in with the embedded sign-on, from this address.',
    message: () => 'signed in',
  }),
  signInRefused: metric({
    name: 'sign-in-refused',
    service: 'sign-on',
    fields: z.strictObject({
      reason: z.string(),
      address: z.string().optional(),
      count: z.number().optional(),
    }),
    happens:
      'A sign-in was refused: a wrong password, a disabled account, too many attempts, or a busy server. Those refused before their password was looked at are counted: one entry a minute with their count.',
    message: ({ reason, count }) => `sign-in refused: ${reason}${count === undefined ? '' : ` (${count})`}`,
    severity: () => 'WARNING',
  }),
  signedOut: metric({
    name: 'signed-out',
    service: 'sign-on',
    fields: z.strictObject({ user_id: z.string(), session_id: z.string(), address: z.string() }),
    happens: 'A session was ended by signing out.',
    message: () => 'signed out',
  }),
} as const
