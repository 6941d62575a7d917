import {
  DEFAULT_MEETING_RECORDS,
  MANUSCRIPT_STATUSES,
  SHARDERS,
  texts,
  UPLOAD_ENDINGS,
} from '@livetap/contract'

/** What a field is to the eye and to the rules. `one-of` takes no new values, `suggest` does. */
export type FieldKind =
  | { type: 'text'; mono?: boolean; long?: boolean; maxLength?: number; meetings?: boolean }
  | { type: 'number' }
  | { type: 'select'; options: readonly FieldOption[] }
  | { type: 'suggest'; source: ChoiceSource }
  | { type: 'one-of'; source: ChoiceSource }
  | { type: 'many-of'; source: ChoiceSource }
  | { type: 'range' }
  | { type: 'moment'; edge: 'start' | 'end' }
  | { type: 'files'; endings: readonly string[]; multiple: boolean }

export interface FieldOption {
  value: string
  label: string
}

export type ChoiceSource = 'regions' | 'sites' | 'sources' | 'languages' | 'vendors' | 'manuscript-statuses'

/** Where a field's first value comes from. */
export type FieldDefault =
  | { from: 'text'; value: string }
  | { from: 'env'; key: 'default_client_region' | 'default_webex_site_id' | 'default_webex_site_name' }
  | { from: 'past-range' }
  | { from: 'past-start' }
  | { from: 'today' }

export interface FieldRule {
  label: string
  kind: FieldKind
  required: boolean
  help: string
  first?: FieldDefault
}

/** What browsers play. */
const LOCAL_AUDIO_ENDINGS = [
  '.wav',
  '.mp3',
  '.m4a',
  '.flac',
  '.aac',
  '.ogg',
  '.oga',
  '.opus',
  '.webm',
  '.mp4',
]

const text = (value: string): FieldDefault => ({ from: 'text', value })
const flag = (on: string, off: string): readonly FieldOption[] => [
  { value: 'true', label: on },
  { value: 'false', label: off },
]
const file = (...endings: readonly string[]): FieldKind => ({ type: 'files', endings, multiple: false })

/** Every field of the launcher by its own name. The mode has the last word on whether one must be filled. */
export const launcherFields = {
  client_region: {
    label: 'Client Region',
    kind: { type: 'suggest', source: 'regions' },
    required: true,
    help: 'The region that serves the meeting.',
    first: { from: 'env', key: 'default_client_region' },
  },
  meeting_id: {
    label: 'Meeting ID',
    kind: { type: 'text', mono: true, long: true, meetings: true },
    required: true,
    help: 'The id this service gave the meeting.',
  },
  meeting_title: {
    label: 'Title',
    kind: { type: 'text', long: true, maxLength: 300 },
    required: false,
    help: 'What the meeting is about; it can be changed at any time.',
  },
  webex_site_id: {
    label: 'Webex Site ID',
    kind: { type: 'text', mono: true },
    required: true,
    help: 'The conferencing site that owns the meeting.',
    first: { from: 'env', key: 'default_webex_site_id' },
  },
  webex_site_name: {
    label: 'Webex Site Name',
    kind: { type: 'suggest', source: 'sites' },
    required: true,
    help: 'A listed site or a new one.',
    first: { from: 'env', key: 'default_webex_site_name' },
  },
  audio_files: {
    label: 'Audio Files',
    kind: { type: 'files', endings: UPLOAD_ENDINGS, multiple: true },
    required: true,
    help: 'Each file becomes a meeting of its own.',
  },
  source: {
    label: 'Source',
    kind: { type: 'suggest', source: 'sources' },
    required: true,
    help: 'Where it comes from: listed or new.',
  },
  trainable_shard_percent: {
    label: 'Trainable',
    kind: {
      type: 'select',
      options: [
        { value: 'false', label: texts.launcher.trainableDisabled },
        { value: 'true', label: texts.launcher.trainableEnabled },
      ],
    },
    required: true,
    help: 'Whether its audio may serve training.',
    first: text('false'),
  },
  enable_ensemble: {
    label: 'Ensemble',
    kind: { type: 'select', options: flag('Ensemble Enabled', 'Ensemble Disabled') },
    required: true,
    help: 'Several engines vote on the final text.',
    first: text('true'),
  },
  meeting_sharder: {
    label: 'Meeting Sharder',
    kind: { type: 'select', options: SHARDERS.map(value => ({ value, label: value })) },
    required: false,
    help: 'Cuts at silences or at speaker changes.',
    first: text('vadmarker'),
  },
  transcripts_file: {
    label: 'Transcripts File',
    kind: file('.json'),
    required: true,
    help: 'A transcripts export. It stays in this browser.',
  },
  local_audio_file: {
    label: 'Audio File',
    kind: file(...LOCAL_AUDIO_ENDINGS),
    required: false,
    help: 'The recording, to be heard with the text. It stays in this browser.',
  },
  meeting_date_range_filter: {
    label: 'Meeting Date Range',
    kind: { type: 'range' },
    required: true,
    help: 'UTC. The window in which the logs are read.',
    first: { from: 'past-range' },
  },
  meeting_date_from_filter: {
    label: 'Date From',
    kind: { type: 'moment', edge: 'start' },
    required: false,
    help: 'UTC. A date alone counts from midnight.',
    first: { from: 'past-start' },
  },
  meeting_date_to_filter: {
    label: 'Date To',
    kind: { type: 'moment', edge: 'end' },
    required: true,
    help: 'UTC. A date alone counts to its end.',
    first: { from: 'today' },
  },
  meeting_records_amount: {
    label: 'Amount',
    kind: { type: 'text', mono: true },
    required: true,
    help: 'How many meetings to list at most.',
    first: text(String(DEFAULT_MEETING_RECORDS)),
  },
  languages: {
    label: 'Languages',
    kind: { type: 'many-of', source: 'languages' },
    required: false,
    help: 'Only utterances in these languages; all when empty.',
  },
  webex_meeting_id: {
    label: 'Webex Meeting ID',
    kind: { type: 'text', mono: true, long: true },
    required: false,
    help: 'Opens this one meeting. Either this or the number is needed.',
  },
  trainable_meeting_id: {
    label: 'Trainable Meeting ID',
    kind: { type: 'text', mono: true, long: true, meetings: true },
    required: true,
    help: 'The id of a meeting that was released for training.',
  },
  webex_meeting_series: {
    label: 'Webex Meeting Series',
    kind: { type: 'text', mono: true },
    required: false,
    help: 'With a number: only the latest meeting of this series.',
  },
  webex_meeting_number: {
    label: 'Webex Meeting Number',
    kind: { type: 'number' },
    required: true,
    help: 'Lists every meeting held under this number.',
  },
  user_meeting_date_range_filter: {
    label: 'Date Range',
    kind: { type: 'range' },
    required: false,
    help: 'UTC. Narrows the meetings found by number.',
  },
  upload_webex_site_name: {
    label: 'Webex Site Name',
    kind: { type: 'suggest', source: 'sites' },
    required: false,
    help: 'Its site: listed or new.',
  },
  language: {
    label: 'Language',
    kind: { type: 'one-of', source: 'languages' },
    required: false,
    help: 'What is spoken; found out when empty.',
  },
  vendor_tags_file: {
    label: 'Vendor Tags File',
    kind: file('.zip'),
    required: true,
    help: "The vendor's transcript files in one archive.",
  },
  manuscript_id: {
    label: 'Manuscript ID',
    kind: { type: 'text', mono: true },
    required: false,
    help: 'Only this project.',
  },
  manuscript_language: {
    label: 'Manuscript Language',
    kind: { type: 'one-of', source: 'languages' },
    required: false,
    help: 'Only projects in this language.',
  },
  manuscript_vendor: {
    label: 'Manuscript Vendor',
    kind: { type: 'suggest', source: 'vendors' },
    required: false,
    help: 'Only projects of this vendor.',
  },
  manuscript_status: {
    label: 'Manuscript Status',
    kind: { type: 'one-of', source: 'manuscript-statuses' },
    required: false,
    help: `One of ${MANUSCRIPT_STATUSES.slice(1).join(', ')}.`,
  },
  manuscript_name: {
    label: 'Manuscript Name',
    kind: { type: 'text' },
    required: false,
    help: 'Projects whose name contains this.',
  },
  trainable_shard_id: {
    label: 'Trainable Shard ID',
    kind: { type: 'text', mono: true, long: true },
    required: true,
    help: 'The id of one training shard.',
  },
  per_site_stats_date_range_filter: {
    label: 'Date Range',
    kind: { type: 'range' },
    required: true,
    help: 'UTC. Whole days are counted.',
    first: { from: 'past-range' },
  },
} as const satisfies Record<string, FieldRule>

export type FieldName = keyof typeof launcherFields
export const fieldNames = Object.keys(launcherFields) as FieldName[]
export const fieldRule = (name: FieldName): FieldRule => launcherFields[name]

/** Whether it asks for the id of a meeting of this service. */
export function isMeetingId(name: FieldName): boolean {
  const { kind } = fieldRule(name)
  return kind.type === 'text' && kind.meetings === true
}
