import type { LauncherMode } from '@livetap/contract'
import type { FieldName } from './form/launcher-fields'

export interface ModeField {
  name: FieldName
  required: boolean
}

export interface ModeForm {
  /** One line above the fields: what starting this mode does. */
  explanation: string
  fields: readonly ModeField[]
}

const must = (...names: FieldName[]): ModeField[] => names.map(name => ({ name, required: true }))
const may = (...names: FieldName[]): ModeField[] => names.map(name => ({ name, required: false }))

/** What each mode asks for, in the order it is asked. */
export const modeForms: Record<LauncherMode, ModeForm> = {
  create_meeting: {
    explanation: 'Creates a meeting, connects the microphone and lets the assistant listen for its hotword.',
    fields: [
      ...must('client_region', 'webex_site_id', 'webex_site_name', 'enable_ensemble'),
      ...may('meeting_title'),
    ],
  },
  create_meeting_proxy: {
    explanation: 'Streams the microphone to the speech-recognition proxy and shows what it hears.',
    fields: [],
  },
  upload_audio: {
    explanation: 'Turns recordings into meetings that are transcribed in the background.',
    fields: [
      ...must('audio_files', 'source', 'client_region'),
      ...may('upload_webex_site_name', 'language'),
      ...must('trainable_shard_percent', 'enable_ensemble'),
      ...may('meeting_sharder'),
    ],
  },
  open_meeting: {
    explanation: 'Opens the transcript, highlights and recording of a meeting that has ended.',
    fields: must('meeting_id'),
  },
  open_local_meeting: {
    explanation:
      'Replays a transcripts file and its recording, or either alone, from this computer; nothing is sent.',
    fields: [...must('transcripts_file'), ...may('local_audio_file')],
  },
  open_meeting_trainable: {
    explanation: 'Shows the utterances of one meeting as they are stored for training.',
    fields: must('trainable_meeting_id'),
  },
  open_meeting_train: {
    explanation: 'Lists the utterances of a region so that their texts can be corrected.',
    fields: [...must('client_region'), ...may('languages')],
  },
  manuscripts: {
    explanation: 'Lists the labelling projects; every filter may stay empty.',
    fields: may(
      'manuscript_name',
      'manuscript_id',
      'manuscript_language',
      'manuscript_vendor',
      'manuscript_status',
    ),
  },
  trainable_shard: {
    explanation: 'Shows one training shard with its audio, texts and speakers.',
    fields: must('trainable_shard_id'),
  },
  get_vendor_tags: {
    explanation: "Reads every tag out of a vendor's transcript files.",
    fields: must('vendor_tags_file'),
  },
  add_eva: {
    explanation: 'Joins a conference that is already running, with the assistant.',
    fields: must('client_region', 'meeting_id'),
  },
  get_meeting: {
    explanation: 'Finds a conference by its id, or every meeting held under a number.',
    fields: may(
      'webex_meeting_id',
      'webex_meeting_number',
      'webex_meeting_series',
      'user_meeting_date_range_filter',
    ),
  },
  open_my_live_meetings: {
    explanation: 'Lists the conferences you host that are running now.',
    fields: [],
  },
  open_my_past_meetings: {
    explanation: 'Lists the conferences you hosted, newest first.',
    fields: must('meeting_date_from_filter', 'meeting_date_to_filter', 'meeting_records_amount'),
  },
  open_meeting_stats: {
    explanation: "Reads a meeting's measurements out of the logs.",
    fields: must('meeting_id', 'meeting_date_range_filter'),
  },
  open_audio_ledgers_meeting_stats: {
    explanation: "Shows a meeting's events on a time line, as its audio ledger recorded them.",
    fields: must('meeting_id'),
  },
  discovery_worker_cluster_capacities: {
    explanation: 'Shows how many calls each cluster carries and can still take.',
    fields: [],
  },
  per_site_usage: {
    explanation: 'Counts the meetings of each site, day by day.',
    fields: must('client_region', 'per_site_stats_date_range_filter'),
  },
}
