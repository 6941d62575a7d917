import { hostname } from 'node:os'
import type { EventRecorder } from '../events'

/** Names by which the statistics screens ask for what happens in a running meeting. */
export const liveMetricNames = {
  podCreated: 'monitoring-pod-creations-hotword',
  livePodName: 'monitoring-live-pod-name',
  imageName: 'monitoring-image-name',
  portalPod: 'monitoring-portal-pod-metrics',
  hotwordPod: 'monitoring-hotword-pod-metrics',
  engineStarted: 'monitoring-nutcracker-started-hotword',
  finalSent: 'monitoring-final-transcript-sent-hotword',
  highlightSent: 'monitoring-highlight-sent-to-transcriber-hotword',
  recordingDuration: 'monitoring-recording-duration-set-hotword',
  completed: 'monitoring-meeting-completed-successfully-hotword',
  endReason: 'monitoring-meeting-end-reason-wrapi',
  hangUpReason: 'monitoring-hang-up-reason-wrapi',
  clientUp: 'monitoring-voicea-client-up',
  clientOut: 'monitoring-voicea-client-out',
  connected: 'monitoring-connected-to-mercury',
  joined: 'monitoring-successfully-joined-meeting',
  left: 'monitoring-leave-the-meeting-because',
  timeStats: 'monitoring-vmc-time-stats',
} as const
export type LiveMetric = keyof typeof liveMetricNames

const WRAPI: ReadonlySet<LiveMetric> = new Set(['endReason', 'hangUpReason'])

/** What happens in one meeting, recorded when it happens. */
export class LiveRecord {
  readonly pod = hostname()

  constructor(
    private readonly events: EventRecorder,
    readonly meetingId: string,
  ) {}

  metric(metric: LiveMetric, fields: Record<string, unknown> = {}, time = new Date()): void {
    this.events.log({
      meeting: this.meetingId,
      metric: liveMetricNames[metric],
      service: WRAPI.has(metric) ? 'wrapi' : 'hotword',
      time,
      fields: { timestamp: time.toISOString(), ...fields },
    })
  }

  ledger(name: string, fields: Record<string, unknown> = {}, time = new Date()): void {
    this.events.ledger({
      meeting: this.meetingId,
      name,
      time,
      fields: { timestamp: time.toISOString(), ...fields },
    })
  }
}
