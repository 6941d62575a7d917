import { z } from 'zod'
import { ledgerEvent } from './event-definition'
import { by, count, instant, ms, switched } from './ledger-fields'

/** What is done in a running meeting. */
export const liveLedgerEvents = {
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
    happens: 'A user came back to an empty room.',
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
  microphoneShared: ledgerEvent({
    name: 'microphone_shared',
    fields: z.strictObject({ shared: z.boolean(), by }),
    happens: 'A user set whether several people share their microphone.',
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
  onTheRecord: ledgerEvent({
    name: 'on_the_record',
    fields: z.strictObject({ at_millis: ms, by }),
    happens: 'A stretch off the record was ended early; what was said from at_millis on is kept.',
  }),
  evaCallUndone: ledgerEvent({
    name: 'eva_call_undone',
    fields: z.strictObject({
      call_id: z.string(),
      trigger_word: z.string(),
      intent: z.string().optional(),
      taken_back: z.boolean(),
      by,
    }),
    happens: 'A user undid a call of the assistant. taken_back: something it had done was undone with it.',
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
} as const
