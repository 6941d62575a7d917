import { z } from 'zod'
import { counted } from '../product/counted'
import { metric, type Severity } from './event-definition'
import { operationsMetrics } from './operations-metrics'
import { vmcTimeStatsMessage, vmcTimeStatsSchema } from './vmc-time-stats'

const count = z.int().min(0)
const ms = z.int().min(0)
const none = z.strictObject({})
const FAILED_END_REASONS = new Set(['failed', 'worker lost', 'upload expired'])

const endSeverity = ({ meeting_end_reason: reason }: { meeting_end_reason: string }): Severity =>
  FAILED_END_REASONS.has(reason) || reason.startsWith('failed') ? 'ERROR' : 'INFO'

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
    happens: 'A user ended a running meeting (End Call); nothing is written where no user hung up.',
    message: ({ by }) => `${by} hung up`,
  }),
  meetingCompleted: metric({
    name: 'monitoring-meeting-completed-successfully-hotword',
    service: 'hotword',
    fields: z.strictObject({ start_time: z.iso.datetime(), end_time: z.iso.datetime().optional() }),
    happens:
      'A meeting ended and can be read: dropped, abandoned, or its recording was processed. end_time is the meeting’s end, for a recording the end of the recording.',
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
    fields: z.strictObject({ count, recognitionMs: ms.optional(), behind_ms: ms.optional() }),
    happens:
      'Final utterances were stored: one at a time in a running meeting (behind_ms is how long after its last word), all at once of a recording (recognitionMs is how long that took).',
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
    message: ({ count }) => counted(count, 'highlight'),
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
      'A running meeting ended: for how long sound of it was recorded, for how long sound of it was given to the live recognition (what several say at once counts once), and for how long its assistant was switched off while a client was in the room. Time in which no sound came, and time off the record, count for neither of the first two.',
    message: vmcTimeStatsMessage,
  }),
  ...operationsMetrics,
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
