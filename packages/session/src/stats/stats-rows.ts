import { metrics, texts, unwrittenMetrics } from '@livetap/contract'
import {
  counted,
  cutFacts,
  cutMarks,
  endOf,
  ends,
  first,
  last,
  median,
  moments,
  seconds,
  texted,
  textMarks,
  textOf,
  total,
} from './stats-readers'
import type { StatsQueryDefinition } from './stats-row'

export const startQuery: StatsQueryDefinition = {
  group: 'meeting',
  metric: metrics.meetingCreated.name,
  fields: ['timestamp'],
  until: 'asked',
  rows: [{ id: 'start', label: 'Start time', read: ({ values }) => moments(first(values)) }],
  facts: ({ values }) => ({ isKnown: true, startedAt: values[0]?.timestamp }),
}

export const endQuery: StatsQueryDefinition = {
  group: 'meeting',
  metric: metrics.meetingCompleted.name,
  fields: ['timestamp', 'end_time'],
  rows: [{ id: 'end', label: 'End time', read: ({ values }) => ends(last(values)) }],
  facts: ({ values }) => ({ endedAt: endOf(last(values)[0]) }),
}

/** Its answer names the process that pod queries ask for. */
export const roomQuery: StatsQueryDefinition = {
  group: 'room',
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
  facts: ({ values }) => ({ isLive: values.length > 0 }),
}

/** Asked side by side once the start and the end are known. */
export const otherQueries: readonly StatsQueryDefinition[] = [
  {
    group: 'meeting',
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
    facts: ({ values }) => ({ reason: textOf(last(values), 'meeting_end_reason') }),
  },
  {
    group: 'meeting',
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
    group: 'engine',
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
    group: 'engine',
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
    group: 'engine',
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
    group: 'text',
    metric: metrics.finalSent.name,
    fields: ['count', 'behind_ms'],
    rows: [{ id: 'transcripts', label: 'Transcript utterances generated', read: counted }],
    marks: textMarks,
    facts: ({ count, values }) => ({ utterances: count, behindMs: median(values, 'behind_ms') }),
  },
  {
    group: 'text',
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
    group: 'text',
    metric: metrics.highlightSent.name,
    fields: ['count'],
    rows: [{ id: 'highlights', label: 'Highlights generated', read: counted }],
  },
  {
    group: 'meeting',
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
    facts: ({ values }) => ({ deletedAt: values.at(-1)?.timestamp }),
  },
  {
    group: 'client',
    metric: metrics.clientUp.name,
    fields: ['timestamp'],
    rows: [{ id: 'vmc-up', label: 'VMC up at', read: ({ values }) => moments(first(values)) }],
  },
  {
    group: 'client',
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
    group: 'client',
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
    facts: ({ values }) => ({ wasHeard: values.length > 0 }),
  },
  {
    group: 'client',
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
    group: 'client',
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
    group: 'client',
    metric: metrics.clientOut.name,
    fields: ['timestamp'],
    rows: [{ id: 'vmc-left', label: 'VMC left time', read: ({ values }) => moments(last(values)) }],
  },
  {
    group: 'room',
    metric: metrics.socketClosed.name,
    fields: ['code'],
    rows: [],
    marks: cutMarks,
    facts: cutFacts,
  },
  {
    group: 'engine',
    metric: metrics.engineRefused.name,
    fields: ['reason'],
    rows: [],
    facts: ({ count }) => ({ refusals: count }),
  },
  {
    group: 'room',
    metric: metrics.storageRetried.name,
    fields: ['reason'],
    rows: [],
    facts: ({ count }) => ({ storageFaults: count }),
  },
  {
    group: 'glados',
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
    group: 'glados',
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
