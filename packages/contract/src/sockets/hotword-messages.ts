import { z } from 'zod'
import { liveTranscriptSchema } from '../calls/live-meetings/schemas'
import { highlightSchema } from '../calls/transcripts/highlight'
import { offTheRecordSchema } from '../calls/transcripts/off-the-record'
import { COMMAND_DURATION, COMMAND_SOURCE } from '../product/constants'
import { text } from '../wire/text'

const envelope = {
  meeting: z.string(),
  ts: z.number(),
  seq: z.number().int().nonnegative().optional(),
  audio_received_millis: z.record(z.string(), z.number()).optional(),
}

const event = <Type extends string>(type: Type) => z.object({ type: z.literal(type), ...envelope })

const slotSchema = z.object({ name: z.string(), value: z.string() })

/** A voice in the call: `stream_id` distinguishes two clients that use the same csi. */
const speakerSchema = z.object({
  csi: z.number(),
  stream_id: z.string().optional(),
  name: z.string().optional(),
  /** Ours: whose it is of those in `connected`. */
  client_key: z.string().optional(),
  /** Ours: several people may share this microphone, and their voices are diarized. */
  shared: z.boolean().optional(),
  /** Ours: how many were heard there so far; absent until there are two. */
  voices: z.number().int().min(2).optional(),
})

/** Ours: a client whose socket is open, whether it speaks or listens. */
const connectedSchema = z.object({ key: z.string(), name: z.string() })
export type ConnectedClient = z.infer<typeof connectedSchema>

/** Ours: what one attendee's words are translated into. */
const activeTranslationSchema = z.object({ csi: z.number(), language: z.string() })
export type ActiveTranslation = z.infer<typeof activeTranslationSchema>

/** The state of the call for a client that has just connected. */
export const callStateSchema = z.object({
  /** The meeting's clock when this was said. */
  clock_millis: z.number(),
  language_code: z.string(),
  earmuffs: z.boolean(),
  chimes: z.boolean(),
  recording: z.boolean(),
  transcription: z.boolean(),
  action_item_open: z.boolean(),
  /** Until when (on the meeting's clock) nothing is kept; absent while everything is on the record. */
  off_the_record_until_millis: z.number().optional(),
  /** Ours: this client may take the meeting off the record, and back; so may everyone with a microphone in `speakers`. */
  may_go_off_the_record: z.boolean().optional(),
  speakers: z.array(speakerSchema.extend({ speaking: z.boolean() })),
  /** Ours: everyone who is there; absent where a service does not say. */
  connected: z.array(connectedSchema).optional(),
  /** Ours: which of `connected` this client is. */
  own_key: z.string().optional(),
  translations: z.array(activeTranslationSchema).optional(),
  /** Ours: as `behind_changed` said it last; absent while that is not known. */
  behind_millis: z.number().nonnegative().optional(),
  /** What was missed comes next, up to a `replay_ended`. */
  replaying: z.boolean().optional(),
})
export type CallState = z.infer<typeof callStateSchema>

/** Everything the hotword service says. `audio_received_millis` is keyed by the csi of this client's streams. */
export const hotwordMessageSchema = z.discriminatedUnion('type', [
  event('transcript_interim_results').extend(liveTranscriptSchema.shape),
  event('transcript_final_result').extend(liveTranscriptSchema.shape),
  event('highlight_created').extend({ data: highlightSchema }),
  event('highlight_deleted').extend({ data: z.object({ id: z.string() }) }),
  event('eva_thanks').extend({
    command_response: z.object({ intent: z.string(), slots: z.array(slotSchema) }),
  }),
  event('action_item_started'),
  event('action_item_ended'),
  /** Said to each client first of all: it is in the call. */
  event('call_started').extend({ data: callStateSchema.optional() }),
  event('call_ended').extend({ data: z.object({ reason: z.string() }).optional() }),
  event('chimes_enabled'),
  event('chimes_disabled'),
  event('earmuffs_enabled'),
  event('earmuffs_disabled'),
  event('eva_wake').extend({
    data: z
      .object({
        trigger_word: z.string(),
        csi: z.number(),
        /** Ours: names the call, so that it can be undone. */
        call_id: z.string().optional(),
      })
      .optional(),
  }),
  /** Ours: a call counts no more. What it did is taken back by messages of their own. */
  event('eva_call_undone').extend({
    data: z.object({
      call_id: z.string(),
      /** `not_confirmed`: an interim proposed it and the final does not hold it. */
      reason: z.enum(['not_meant', 'not_confirmed']),
      /** Where it had gone off the record: until when, on the meeting's clock, it is now. */
      off_the_record_until_millis: z.number().optional(),
    }),
  }),
  event('goodbye'),
  event('pong'),
  event('speaker_started').extend({ data: speakerSchema }),
  event('speaker_stopped').extend({ data: speakerSchema }),
  /** Ours: a microphone is new, another voice was heard at it, or it is shared from now on, or no longer. */
  event('microphone_changed').extend({ data: speakerSchema }),
  /** Nothing of that stretch is kept: what overlaps it is taken away by everyone. */
  event('off_the_record').extend({
    data: offTheRecordSchema.extend({
      /** The `id` of the command that asked for it. */
      command_id: z.string().optional(),
    }),
  }),
  /** Ours: a stretch off the record was ended early; what is said from `at_millis` of the meeting's clock on is kept. */
  event('on_the_record').extend({ data: z.object({ at_millis: z.number(), by: z.string().optional() }) }),
  event('language_changed').extend({ data: z.object({ language_code: z.string() }) }),
  /** What is kept of the call from now on. */
  event('status_changed').extend({ data: z.object({ recording: z.boolean(), transcription: z.boolean() }) }),
  /** A user came or left. */
  event('connected_changed').extend({ data: z.object({ connected: z.array(connectedSchema) }) }),
  event('translations_changed').extend({
    data: z.object({ translations: z.array(activeTranslationSchema) }),
  }),
  /**
   * Ours: how much sound of the voice that is furthest behind was received and has no text yet. Said every second while
   * it is more than three seconds, and once as 0 when it is not. Engines that cannot tell silence from backlog say none.
   */
  event('behind_changed').extend({ data: z.object({ behind_millis: z.number().nonnegative() }) }),
  /** To one client: what it missed has been said, and all that follows is new. */
  event('replay_ended'),
  /** Something this client sent, or the meeting asked for, could not be done; the socket stays open. */
  event('error').extend({
    data: z.object({
      code: z.string(),
      description: z.string(),
      /** Ours: the `id` of the command that was refused, where it had one. */
      command_id: z.string().optional(),
    }),
  }),
])
export type HotwordMessage = z.infer<typeof hotwordMessageSchema>
export type HotwordMessageType = HotwordMessage['type']

export const hotwordCommandNames = [
  'ping',
  'enable_earmuffs',
  'disable_earmuffs',
  /**
   * For those who speak in the meeting, and its host. Lasts `OFF_THE_RECORD_MAX_MS` at most, else `bad_command`; reaches
   * back `OFF_THE_RECORD_REACH_MS` at most: of an earlier click what is left of its time counts, else `too_late`.
   */
  'meeting_off_the_record',
  /** Ours: for the same people: what is off the record ends now. */
  'meeting_on_the_record',
  /** Ours: the assistant was called, and no one meant it. */
  'undo_call',
  /** Ours: several people share this client's microphone: their voices are diarized. */
  'share_microphone',
  /** Ours: one person speaks into it, regardless of how many voices are found. */
  'unshare_microphone',
] as const
export type HotwordCommandName = (typeof hotwordCommandNames)[number]

/** A client's text frame. */
export const hotwordCommandSchema = z.object({
  type: z.enum(hotwordCommandNames),
  meeting: text().min(1),
  duration: text(100).default(COMMAND_DURATION),
  source: text(100).default(COMMAND_SOURCE),
  ts: z.number(),
  /** Ours: a command that is repeated under the same id is handled once. */
  id: text(64).min(8).optional(),
  /** Ours: where the client's own sound stood when it was given, on the clock of `start_millis`. */
  at_millis: z.number().nonnegative().optional(),
  /** Ours: how long ago it was given; counts where the client sends no sound. */
  age_millis: z.number().nonnegative().optional(),
  /** Ours: which call to undo, as `eva_wake` named it. */
  call_id: text(200).min(1).optional(),
})
export type HotwordCommand = z.infer<typeof hotwordCommandSchema>

/** The code of the `error` that answers `undo_call` where no one knows the call any more. */
export const UNKNOWN_CALL = 'unknown_call'

/** The code of the `error` that answers a command which is not for this user. */
export const NOT_ALLOWED = 'not_allowed'

/** The code of the `error` that answers `meeting_off_the_record` when its time was over before it arrived. */
export const TOO_LATE = 'too_late'

/** The slot of an `eva_thanks` whose text is shown to the user. */
export const RESPONSE_SLOT = 'hotword_response_to_user'

/** Why the service closed a socket; each has its close code. Only `call_ended`, `session_ended` and `access_ended` are for good. */
export const hotwordCloseCodes = {
  call_ended: 4410,
  session_ended: 4403,
  /** The user may no longer follow this meeting. */
  access_ended: 4405,
  /** As many clients as a meeting may have: one may leave, so a later attempt can succeed. */
  meeting_full: 4423,
  bad_message: 4400,
  message_too_big: 1009,
  too_many_messages: 4429,
  slow_reader: 4413,
  silent_too_long: 4408,
  /** Another connection of the same client took over, or another node has the meeting: ask for the address again. */
  moved: 4409,
  failed: 4500,
  shutting_down: 1012,
} as const
export type HotwordCloseReason = keyof typeof hotwordCloseCodes

/** What a client keeps of each stream, to send on from the acknowledged position after a cut. */
export const HOTWORD_RESUME_MS = 30_000
/** Of one frame's audio, unpacked. */
export const HOTWORD_MAX_AUDIO_BYTES = 256 * 1024
/** The query of the socket's address: the last `seq` that the client holds. */
export const AFTER_PARAM = 'after'
