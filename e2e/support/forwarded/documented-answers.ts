import { ledgerEvents, metrics } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { getConference, listConferences } from '@livetap/contract/calls/conferencing'
import {
  audioLedgers,
  meetingStats,
  meetingStatsUrl,
  perSiteUsage,
} from '@livetap/contract/calls/diagnostics'
import {
  createMeeting,
  dropMeeting,
  liveAddress,
  liveTranscript,
  setCustomPhrases,
  setHotwordStatus,
  setLanguage,
  translateMeeting,
} from '@livetap/contract/calls/live-meetings'
import { lookUpConference, lookUpConferenceNumber, meetingsData } from '@livetap/contract/calls/lookups'
import {
  createProject,
  deleteProject,
  listProjects,
  updateProjects,
} from '@livetap/contract/calls/manuscripts'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { accessToken, logout, usersMe } from '@livetap/contract/calls/sign-on'
import {
  debugAudio,
  getShard,
  saveTrainingTranscript,
  trainableTranscripts,
} from '@livetap/contract/calls/trainable'
import { archiveInfo, requestArchive } from '@livetap/contract/calls/training-archives'
import {
  audioUrl,
  createHighlight,
  deleteHighlight,
  getTranscript,
  listHighlights,
  videoUrl,
} from '@livetap/contract/calls/transcripts'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { type Endpoint, prefixOf } from '@livetap/contract/wire/endpoint'

export const LIVE_MEETING = 'm-live'
export const PAST_MEETING = 'm-past'
/** On every family's prefix: the sound of a meeting or a shard. */
export const SOUND = '/sound.wav'
export const SOCKET = '/socket'

/** What is said and seen, so that a test knows it again. */
export const said = {
  past: 'The budget was agreed on',
  highlight: 'Agreed: the budget',
  earlier: 'Good morning everyone',
  live: 'This was said just now',
  asr: 'Recognised by another service',
  shard: 'Words for the training',
} as const

export interface Asked {
  params: Record<string, string>
  query: URLSearchParams
  /** Of the gateway, as the browser calls it. */
  host: string
}

const at = '2026-03-02T10:00:00.000Z'
const until = '2026-03-02T10:00:06.000Z'

const utterance = {
  start_millis: 500,
  end_millis: 3500,
  csis: [101],
  transcript_type: 'final',
  speaker_segments: [{ speaker_id: 1, transcript: said.past }],
  alternatives: [
    {
      transcript: said.past,
      words: said.past
        .split(' ')
        .map((word, at) => ({ word, start_millis: 500 + at * 500, end_millis: 1000 + at * 500 })),
    },
  ],
}

const shard = {
  id: 's-1',
  uri: `${prefixOf('trainable')}${SOUND}`,
  metadata: { created_at: at, length_ms: 4000, site_name: 'cisco_webex', meeting_id: PAST_MEETING },
}

const project = {
  id: 'p-1',
  name: 'Spring calls',
  language: 'en-US',
  vendor: 'captionmax',
  status: 'pending',
  site_name: '',
  train_ms_required: 7_200_000,
  train_ms_sent: 3_600_000,
  train_ms_received: 1_800_000,
  eval_ms_required: 0,
  eval_ms_sent: 0,
  eval_ms_received: 0,
  has_global_participant_id: true,
  has_participant_id: true,
  max_length_ms: 21_000,
  min_length_ms: 5000,
}

const conference = (state: 'inProgress' | 'ended') => ({
  id: `w-${state}`,
  title: `Weekly review (${state})`,
  meetingNumber: '123456',
  meetingSeriesId: 'series-1',
  meetingType: 'meeting',
  state,
  start: at,
  ...(state === 'ended' && { end: until }),
  sipAddress: '123456@example.com',
  hostEmail: 'host@example.com',
  webLink: 'https://example.com/j/123456',
})

const archive = { client_region: 'us', request_id: 'r-1', status: 'zip-processing', url: null }

/** Of the token endpoint: an opaque token, the same for everyone. */
const token = {
  access_token: 'outside-token',
  token_type: 'Bearer',
  refresh_token: 'outside-refresh',
  expires_in: 3600,
  refresh_token_expires_in: 86_400,
}

type Answer = (asked: Asked) => unknown

const answer = (endpoint: Endpoint, body: Answer): readonly [Endpoint, Answer] => [endpoint, body]

/** Every call that the documents name, answered with the fields that they name and no other. */
export const documentedAnswers: readonly (readonly [Endpoint, Answer])[] = [
  answer(accessToken, () => token),
  answer(logout, () => ({})),
  answer(usersMe, () => ({ id: 'u-1', userName: 'ann@example.org', emails: ['ann@example.org'] })),

  answer(createMeeting, () => ({ id: LIVE_MEETING, status: 'CallStarted' })),
  answer(setCustomPhrases, () => undefined),
  answer(meetingStatus, ({ params }) => ({
    status: params.id === LIVE_MEETING ? 'CallStarted' : 'CallEnded',
  })),
  answer(liveTranscript, () => ({
    results: [
      {
        id: 't-1',
        transcript: {
          text: said.earlier,
          start_millis: 0,
          end_millis: 1500,
          csis: [1],
          language_code: 'en-US',
        },
        translations: {},
      },
    ],
  })),
  answer(liveAddress, ({ host }) => ({ live_addr: `ws://${host}${prefixOf('partner')}${SOCKET}?ticket=t` })),
  answer(setHotwordStatus, () => undefined),
  answer(translateMeeting, () => undefined),
  answer(setLanguage, () => undefined),
  answer(dropMeeting, () => undefined),
  answer(getTranscript, () => ({ results: [utterance] })),
  answer(listHighlights, () => ({
    highlights: [
      {
        id: 'h-1',
        start_millis: 500,
        end_millis: 3500,
        transcript: said.highlight,
        csis: [101],
        highlight_source: 'voice',
        highlight_label: 'decision',
        trigger_info: { trigger_word: 'Agreed' },
      },
    ],
  })),
  answer(createHighlight, () => undefined),
  answer(deleteHighlight, () => undefined),
  answer(audioUrl, () => ({ url: `${prefixOf('partner')}${SOUND}` })),
  answer(videoUrl, () => undefined),

  answer(meetingStats, ({ query }) => {
    const metric = query.get('metricName') ?? ''
    const isCreation = metric === metrics.meetingCreated.name
    const isEnd = metric === metrics.meetingCompleted.name
    if (metric === metrics.meetingEndReason.name)
      return { count: 1, values: [{ timestamp: until, meeting_end_reason: 'dropped by host' }] }
    return isCreation || isEnd
      ? { count: 1, values: [{ timestamp: isEnd ? until : at }] }
      : { count: 0, values: [] }
  }),
  answer(meetingStatsUrl, () => ({ url: 'https://logs.example.com/query' })),
  answer(audioLedgers, ({ params }) => ({
    ledger_events: [
      {
        id: 'e-1',
        name: ledgerEvents.meetingCreated.name,
        createdAt: at,
        eventFields: [{ id: 'f-1', name: 'meeting', value: params.id }],
      },
    ],
  })),
  answer(lookUpConference, () => ({ VOICEA_MEETING_ID: PAST_MEETING })),
  answer(lookUpConferenceNumber, () => ({ VOICEA_MEETING_ID: LIVE_MEETING })),
  answer(meetingsData, () => ({
    meetings_data: [
      {
        webex_meeting_id: 'w-ended',
        VOICEA_MEETING_ID: PAST_MEETING,
        timestamp: at,
        transcripts_length: 7,
        audio_url: `${prefixOf('partner')}${SOUND}`,
      },
    ],
  })),
  answer(perSiteUsage, () => ({
    per_site_stats: [{ date: '2026-03-02', webex_site_name: 'cisco_webex', count: 3 }],
  })),
  answer(clusterCapacities, () => ({ blue: { callsAvailability: 0, callsCount: 4, region: 'us' } })),

  answer(debugAudio, () => ({ audio: [shard], has_more_results: false, sync_key: '' })),
  answer(trainableTranscripts, () => ({
    transcripts: [
      {
        id: 's-1',
        uri: shard.uri,
        speech_result: {
          alternatives: [{ transcript: said.shard }],
          start_millis: 500,
          end_millis: 4500,
          source: 'webex',
          transcript_language_code: 'en-US',
          language_code: 'en-US',
          transcript_type: 'final',
          updated_at: at,
          speakers: ['1'],
        },
      },
    ],
  })),
  answer(saveTrainingTranscript, () => undefined),
  answer(requestArchive, () => archive),
  answer(archiveInfo, () => archive),
  answer(readVendorTags, () => ({ tags: [{ tag: '[laughter]', count: 2, files: { 'a.txt': 2 } }] })),
  answer(getShard, () => ({ audio: [shard], has_more_results: false, sync_key: '' })),

  answer(listConferences, ({ query }) => ({
    items: [conference(query.get('state') === 'ended' ? 'ended' : 'inProgress')],
  })),
  answer(getConference, () => conference('ended')),

  answer(listProjects, () => ({ projects: [project] })),
  answer(createProject, () => undefined),
  answer(updateProjects, () => undefined),
  answer(deleteProject, () => undefined),
]
