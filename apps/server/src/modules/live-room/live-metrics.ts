import { defaultEngine } from '@livetap/speech'
import type { LiveRecord } from './live-record'

export type EndReason = 'dropped' | 'abandoned'

/** The room is what other deployments start a pod for. */
export function recordOpening(record: LiveRecord, startedAt: Date, openMs: number): void {
  const elapsedMs = Math.round(openMs)
  const absoluteMs = Date.now() - startedAt.getTime()
  const pod = { pod_name: record.pod, elapsedMs }
  record.metric('podCreated', pod)
  record.metric('livePodName', { pod_name: record.pod })
  record.metric('imageName', { image_name: `livetap-${defaultEngine}` })
  record.metric('portalPod', {
    ...pod,
    portalCreationAbsoluteMs: absoluteMs,
    portalCreationElapsedMs: elapsedMs,
  })
  record.metric('hotwordPod', {
    ...pod,
    hotwordCreationAbsoluteMs: absoluteMs,
    hotwordCreationElapsedMs: elapsedMs,
  })
  record.ledger('room_opened', { pod_name: record.pod })
}

export interface MeetingEnd {
  reason: EndReason
  by: string
  durationMs: number
  muffledSeconds: number
}

export function recordEnd(record: LiveRecord, { reason, by, durationMs, muffledSeconds }: MeetingEnd): void {
  const seconds = Math.round(durationMs / 1000)
  const disabled = Math.round(muffledSeconds)
  record.metric('clientOut', {})
  record.metric('left', { message: `leave the meeting because ${reason}`, reason })
  record.metric('timeStats', {
    total_recording_time_in_seconds: seconds,
    total_live_transcription_time_in_seconds: seconds,
    total_assistant_disabled_time_in_seconds: disabled,
    message:
      `vmc time stats total_recording_time_in_seconds=${seconds} ` +
      `total_live_transcription_time_in_seconds=${seconds} ` +
      `total_assistant_disabled_time_in_seconds=${disabled}`,
  })
  record.metric('endReason', { meeting_end_reason: reason })
  record.metric('hangUpReason', { meeting_end_reason: reason, by })
  record.ledger('meeting_ended', { reason, by, duration_ms: durationMs })
}
