import { z } from 'zod'
import { endReasonSchema } from './end-reason'
import { ledgerEvent } from './event-definition'

const count = z.int().min(0)
const ms = z.number()
const instant = z.iso.datetime()
const by = z.string()
const switched = z.strictObject({ by, source: z.string().optional() })

/** Fields whose value is a person's name or e-mail: kept apart from the event, so that it can be erased. */
export const PERSONAL_LEDGER_FIELDS: ReadonlySet<string> = new Set([
  'by',
  'host',
  'name',
  'created_by',
  'deleted_by',
  'edited_by',
  'renamed_by',
])

/** Every event of the audio ledger: what was done with a meeting's sound and text, when, and by whom. */
export const ledgerEvents = {
  meetingCreated: ledgerEvent({
    name: 'meeting_created',
    fields: z.strictObject({
      created_at: instant,
      source: z.string(),
      host: z.string(),
      region: z.string(),
    }),
    happens: 'A meeting was made.',
  }),
  callStarted: ledgerEvent({
    name: 'call_started',
    fields: z.strictObject({ start_at_utc: instant, skip_load_balancing: z.boolean(), by }),
    happens: 'A live meeting began; start_at_utc is the start that the client named.',
  }),
  roomOpened: ledgerEvent({
    name: 'room_opened',
    fields: z.strictObject({ pod_name: z.string() }),
    happens: 'A meeting’s room was opened for the first time.',
  }),
  roomReopened: ledgerEvent({
    name: 'room_reopened',
    fields: z.strictObject({ pod_name: z.string(), from_pod_name: z.string().optional() }),
    happens: 'A room was opened again in another process: after a restart, or on another node.',
  }),
  roomRefilled: ledgerEvent({
    name: 'room_refilled',
    fields: z.strictObject({ name: z.string() }),
    happens: 'Somebody came back to a room that everyone had left.',
  }),
  clientJoined: ledgerEvent({
    name: 'client_joined',
    fields: z.strictObject({ name: z.string(), resumed: z.boolean() }),
    happens: 'A socket was attached to the room.',
  }),
  clientLeft: ledgerEvent({
    name: 'client_left',
    fields: z.strictObject({ name: z.string(), reason: z.string() }),
    happens: 'A socket left the room.',
  }),
  streamStarted: ledgerEvent({
    name: 'stream_started',
    fields: z.strictObject({
      created_at: instant,
      stream_id: z.string(),
      csi: count,
      name: z.string(),
      anchor_millis: ms,
    }),
    happens: 'The first sound of a voice was received.',
  }),
  recognitionFailed: ledgerEvent({
    name: 'recognition_failed',
    fields: z.strictObject({ reason: z.string(), message: z.string() }),
    happens: 'The engine refused or lost a voice of a running meeting.',
  }),
  offTheRecord: ledgerEvent({
    name: 'off_the_record',
    fields: z.strictObject({ from_millis: ms, until_millis: ms, by }),
    happens: 'The meeting went off the record; nothing between the two moments is kept.',
  }),
  earmuffsEnabled: ledgerEvent({
    name: 'earmuffs_enabled',
    fields: switched,
    happens: 'The assistant was paused in the room.',
  }),
  earmuffsDisabled: ledgerEvent({
    name: 'earmuffs_disabled',
    fields: switched,
    happens: 'The assistant was resumed in the room.',
  }),
  chimesEnabled: ledgerEvent({
    name: 'chimes_enabled',
    fields: switched,
    happens: 'The chimes were switched on in the room.',
  }),
  chimesDisabled: ledgerEvent({
    name: 'chimes_disabled',
    fields: switched,
    happens: 'The chimes were switched off in the room.',
  }),
  hotwordStatusChanged: ledgerEvent({
    name: 'hotword_status_changed',
    fields: z.strictObject({
      assistant: z.boolean().optional(),
      recording: z.boolean().optional(),
      transcription: z.boolean().optional(),
      chimes: z.boolean().optional(),
      by,
    }),
    happens: 'Set Hotword Status switched something in a running meeting.',
  }),
  customPhrasesSet: ledgerEvent({
    name: 'custom_phrases_set',
    fields: z.strictObject({ count, by }),
    happens: 'The phrases of a running meeting were set.',
  }),
  languageChanged: ledgerEvent({
    name: 'language_changed',
    fields: z.strictObject({ language_code: z.string(), by }),
    happens: 'The language of a running meeting was changed.',
  }),
  translationRequested: ledgerEvent({
    name: 'translation_requested',
    fields: z.strictObject({ csi: count, language: z.string(), interim: z.boolean(), by }),
    happens: 'A translation of one voice was asked for.',
  }),
  translationStopped: ledgerEvent({
    name: 'translation_stopped',
    fields: z.strictObject({ csi: count, language: z.string().optional(), by }),
    happens: 'A translation of one voice was stopped; without a language, all of that voice.',
  }),
  highlightCreated: ledgerEvent({
    name: 'highlight_created',
    fields: z.strictObject({
      created_at: instant,
      highlight_id: z.string(),
      start_millis: ms,
      source: z.string(),
      label: z.string().optional(),
      created_by: z.string().optional(),
    }),
    happens: 'A highlight was made, by EVA or by hand.',
  }),
  highlightDeleted: ledgerEvent({
    name: 'highlight_deleted',
    fields: z.strictObject({ highlight_id: z.string(), deleted_by: z.string() }),
    happens: 'A highlight was deleted.',
  }),
  transcriptEdited: ledgerEvent({
    name: 'transcript_edited',
    fields: z.strictObject({ utterance_id: z.string(), version: count, edited_by: z.string() }),
    happens: 'The text of an utterance was corrected.',
  }),
  speakerRenamed: ledgerEvent({
    name: 'speaker_renamed',
    fields: z.strictObject({ speaker_id: z.string(), renamed_by: z.string() }),
    happens: 'A speaker was given a name.',
  }),
  meetingEnded: ledgerEvent({
    name: 'meeting_ended',
    fields: z.strictObject({
      reason: endReasonSchema,
      by: by.optional(),
      stage: z.string().optional(),
      error: z.string().optional(),
      duration_ms: ms.optional(),
      utterances: count.optional(),
      words: count.optional(),
      speakers: count.optional(),
      voiced_ms: ms.optional(),
      held_bytes: count.optional(),
    }),
    happens:
      'A meeting ended, for any reason: one event with what is known of the end. A meeting that is processed again after a failure ends again.',
  }),
  audioMixed: ledgerEvent({
    name: 'audio_mixed',
    fields: z.strictObject({ duration_ms: ms, streams: count }),
    happens: 'The voices of an ended live meeting became one recording.',
  }),
  restRecognized: ledgerEvent({
    name: 'rest_recognized',
    fields: z.strictObject({ utterances: count }),
    happens: 'Speech that had no text when its live meeting ended got it from the stored sound.',
  }),
  audioMixFailed: ledgerEvent({
    name: 'audio_mix_failed',
    fields: z.strictObject({ reason: z.string() }),
    happens:
      'No recording could be made of an ended live meeting yet; it is tried again for as long as its sound exists.',
  }),
  uploadStarted: ledgerEvent({
    name: 'upload_started',
    fields: z.strictObject({ created_at: instant, start_at_utc: instant, bytes: count, type: z.string() }),
    happens: 'An upload session was made; start_at_utc is the start that the client named.',
  }),
  recordingUploaded: ledgerEvent({
    name: 'recording_uploaded',
    fields: z.strictObject({ bytes: count }),
    happens: 'The last byte of a recording was stored, and its processing could begin.',
  }),
  recordingProbed: ledgerEvent({
    name: 'recording_probed',
    fields: z.strictObject({
      format: z.string(),
      codec: z.string(),
      sample_rate: count,
      channels: count,
      duration_ms: z.number().min(0).optional(),
      video: z.string().optional(),
    }),
    happens: 'A recording was examined.',
  }),
  audioNormalised: ledgerEvent({
    name: 'audio_normalised',
    fields: z.strictObject({ duration_ms: ms, separate_channels: count, video: z.boolean() }),
    happens: 'A recording was decoded to one sound format.',
  }),
  peaksMeasured: ledgerEvent({
    name: 'peaks_measured',
    fields: z.strictObject({ step_ms: z.number(), count }),
    happens: 'The waveform of a recording was measured.',
  }),
  voiceFound: ledgerEvent({
    name: 'voice_found',
    fields: z.strictObject({ voiced_ms: ms, parts: count }),
    happens: 'The voiced parts of a recording were found.',
  }),
  recognitionStarted: ledgerEvent({
    name: 'recognition_started',
    fields: z.strictObject({ language: z.string(), chunks: count }),
    happens: 'The recognition of a recording began.',
  }),
  transcriptCreated: ledgerEvent({
    name: 'transcript_created',
    fields: z.strictObject({ created_at: instant, utterances: count, words: count, elapsed_ms: ms }),
    happens: 'The transcript of a recording was stored; elapsed_ms is how long its recognition took.',
  }),
  speakersFound: ledgerEvent({
    name: 'speakers_found',
    fields: z.strictObject({ speakers: count, turns: count, skipped: z.string().optional() }),
    happens: 'Diarization of a recording ended, or was skipped for the given reason.',
  }),
  ensembleSkipped: ledgerEvent({
    name: 'ensemble_skipped',
    fields: z.strictObject({ reason: z.string() }),
    happens: 'A transcript was not enhanced, with the reason.',
  }),
  transcriptEnhanced: ledgerEvent({
    name: 'transcript_enhanced',
    fields: z.strictObject({ utterances: count, decoded_again: count, changed: count, share: z.number() }),
    happens: 'A second engine heard the doubtful utterances of a recording again.',
  }),
  highlightsFound: ledgerEvent({
    name: 'highlights_found',
    fields: z.strictObject({ count }),
    happens: 'The highlights of a recording were found in its text.',
  }),
  shardCreated: ledgerEvent({
    name: 'shard_created',
    fields: z.strictObject({
      created_at: instant,
      shardStart_at: instant,
      shard_id: z.string(),
      start_offset_ms: ms,
      end_offset_ms: ms,
      evaluation: z.boolean(),
    }),
    happens: 'A piece of a recording was cut as training data; shardStart_at is its place in the meeting.',
  }),
  processingRetried: ledgerEvent({
    name: 'processing_retried',
    fields: z.strictObject({ by, stage: z.string() }),
    happens: 'A failed meeting was put into the queue again.',
  }),
  meetingDeleted: ledgerEvent({
    name: 'meeting_deleted',
    fields: z.strictObject({ deleted_by: z.string() }),
    happens: 'A meeting was deleted with its text and its files; the ledger stays.',
  }),
} as const

type LedgerEvents = typeof ledgerEvents
export type LedgerKey = keyof LedgerEvents
export type LedgerFields<Key extends LedgerKey> = z.input<LedgerEvents[Key]['fields']>
