import { metrics, texts, unwrittenMetrics } from '@livetap/contract'
import {
  counted,
  cutMarks,
  ends,
  first,
  last,
  moments,
  seconds,
  texted,
  textMarks,
  total,
} from './stats-readers'
import type { StatsQueryDefinition } from './stats-row'

export const startQuery: StatsQueryDefinition = {
  metric: metrics.meetingCreated.name,
  fields: ['timestamp'],
  until: 'end',
  rows: [{ id: 'start', label: 'Start time', read: ({ values }) => moments(first(values)) }],
}

export const endQuery: StatsQueryDefinition = {
  metric: metrics.meetingCompleted.name,
  fields: ['timestamp', 'end_time'],
  rows: [{ id: 'end', label: 'End time', read: ({ values }) => ends(last(values)) }],
}

/** Its answer names the process that pod queries ask for. */
export const roomQuery: StatsQueryDefinition = {
  metric: metrics.roomCreated.name,
  fields: ['timestamp', 'elapsedMs', 'pod_name'],
  until: 'end',
  rows: [
    { id: 'hotword-start', label: 'Hotword started at', read: ({ values }) => moments(values) },
    {
      id: 'hotword-duration',
      label: 'Hotword duration (sec)',
      read: ({ values }) => seconds(values, 'elapsedMs'),
    },
  ],
}

/** Asked side by side once the start and the end are known. */
export const otherQueries: readonly StatsQueryDefinition[] = [
  {
    metric: metrics.meetingEndReason.name,
    otherwise: metrics.hangUpReason.name,
    fields: ['meeting_end_reason'],
    rows: [
      {
        id: 'end-reason',
        label: 'End reason',
        read: ({ values }) => texted(last(values), 'meeting_end_reason'),
        fallback: texts.stats.noReason,
      },
    ],
  },
  {
    metric: metrics.recordingDuration.name,
    fields: ['recordingDurationInSeconds'],
    rows: [
      {
        id: 'recording-duration',
        label: 'Recording duration (sec)',
        read: ({ values }) => texted(last(values), 'recordingDurationInSeconds'),
      },
    ],
  },
  roomQuery,
  {
    metric: metrics.engineStarted.name,
    fields: ['timestamp', 'elapsedMs'],
    until: 'end',
    rows: [
      {
        id: 'nutcracker-start',
        label: 'Nutcracker started at',
        read: ({ values }) => moments(first(values)),
      },
      {
        id: 'nutcracker-duration',
        label: 'Nutcracker duration (sec)',
        read: ({ values }) => seconds(first(values), 'elapsedMs'),
      },
    ],
  },
  {
    metric: metrics.livePodName.name,
    fields: ['pod_name'],
    rows: [
      {
        id: 'live-pod',
        label: 'Nutcracker live pod name',
        read: ({ values }) => texted(first(values), 'pod_name'),
      },
    ],
  },
  {
    metric: metrics.imageName.name,
    fields: ['message'],
    rows: [
      {
        id: 'image',
        label: 'Nutcracker image name',
        read: ({ values }) => texted(first(values), 'message'),
      },
    ],
  },
  {
    metric: metrics.finalSent.name,
    fields: ['count'],
    rows: [{ id: 'transcripts', label: 'Transcript utterances generated', read: counted }],
    marks: textMarks,
  },
  {
    metric: metrics.transcriptEnhanced.name,
    fields: ['count', 'timestamp', 'phase'],
    rows: [
      {
        id: 'enhanced',
        label: 'Transcript utterances enhanced',
        read: ({ count, values }) =>
          values.some(({ phase }) => phase === 'ended') ? [{ text: String(count) }] : [],
      },
      {
        id: 'enhanced-start',
        label: 'Enhanced start time',
        read: ({ values }) => moments(first(values)),
      },
      {
        id: 'enhanced-end',
        label: 'Enhanced end time',
        read: ({ values }) => moments(last(values.filter(({ phase }) => phase !== 'started'))),
      },
    ],
  },
  {
    metric: metrics.highlightSent.name,
    fields: ['count'],
    rows: [{ id: 'highlights', label: 'Highlights generated', read: counted }],
  },
  {
    metric: metrics.meetingDeleted.name,
    fields: ['timestamp'],
    rows: [
      {
        id: 'deleted',
        label: 'Meeting deleted time',
        read: ({ values }) => moments(last(values)),
        fallback: texts.stats.notDeleted,
      },
    ],
  },
  {
    metric: metrics.clientUp.name,
    fields: ['timestamp'],
    rows: [{ id: 'vmc-up', label: 'VMC up at', read: ({ values }) => moments(first(values)) }],
  },
  {
    metric: metrics.clientConnected.name,
    fields: ['timestamp'],
    rows: [
      {
        id: 'vmc-connected',
        label: 'VMC connected to Mercury at',
        read: ({ values }) => moments(first(values)),
      },
    ],
  },
  {
    metric: metrics.clientJoined.name,
    fields: ['message', 'timestamp'],
    rows: [
      {
        id: 'vmc-joined-message',
        label: 'VMC joined message',
        read: ({ values }) => texted(first(values), 'message'),
      },
      { id: 'vmc-joined', label: 'VMC joined time', read: ({ values }) => moments(first(values)) },
    ],
  },
  {
    metric: metrics.vmcTimeStats.name,
    fields: ['message'],
    rows: [
      {
        id: 'vmc-recording',
        label: 'VMC total recording time (sec)',
        read: total('total_recording_time_in_seconds'),
      },
      {
        id: 'vmc-transcription',
        label: 'VMC total live transcription time (sec)',
        read: total('total_live_transcription_time_in_seconds'),
      },
      {
        id: 'vmc-disabled',
        label: 'VMC total assistant disabled time (sec)',
        read: total('total_assistant_disabled_time_in_seconds'),
      },
    ],
  },
  {
    metric: metrics.clientLeft.name,
    fields: ['message'],
    rows: [
      {
        id: 'vmc-leave-reason',
        label: 'VMC leave reason',
        read: ({ values }) => texted(last(values), 'message'),
      },
    ],
  },
  {
    metric: metrics.clientOut.name,
    fields: ['timestamp'],
    rows: [{ id: 'vmc-left', label: 'VMC left time', read: ({ values }) => moments(last(values)) }],
  },
  {
    metric: metrics.socketClosed.name,
    fields: ['code'],
    rows: [],
    marks: cutMarks,
  },
  {
    metric: unwrittenMetrics.portalPod.name,
    fields: ['portalCreationAbsoluteMs', 'portalCreationElapsedMs'],
    ofPod: true,
    rows: [
      {
        id: 'portal-absolute',
        label: 'Glados portal creation absolute (sec)',
        read: ({ values }) => seconds(first(values), 'portalCreationAbsoluteMs'),
      },
      {
        id: 'portal-elapsed',
        label: 'Glados portal creation elapsed (sec)',
        read: ({ values }) => seconds(first(values), 'portalCreationElapsedMs'),
      },
    ],
  },
  {
    metric: metrics.hotwordPod.name,
    fields: ['hotwordCreationAbsoluteMs', 'hotwordCreationElapsedMs'],
    ofPod: true,
    rows: [
      {
        id: 'hotword-absolute',
        label: 'Glados hotword creation absolute (sec)',
        read: ({ values }) => seconds(first(values), 'hotwordCreationAbsoluteMs'),
      },
      {
        id: 'hotword-elapsed',
        label: 'Glados hotword creation elapsed (sec)',
        read: ({ values }) => seconds(first(values), 'hotwordCreationElapsedMs'),
      },
    ],
  },
]
