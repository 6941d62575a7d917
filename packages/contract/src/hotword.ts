import { z } from 'zod'
import { COMMAND_DURATION, COMMAND_SOURCE } from './constants'
import { highlightSchema } from './highlight'
import { liveTranscriptSchema } from './live-transcript'

const envelope = {
  meeting: z.string(),
  ts: z.number(),
  seq: z.number().int().nonnegative().optional(),
  audio_received_millis: z.record(z.string(), z.number()).optional(),
}

const event = <Type extends string>(type: Type) => z.object({ type: z.literal(type), ...envelope })

const slotSchema = z.object({ name: z.string(), value: z.string() })

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
  event('call_started'),
  event('call_ended').extend({ data: z.object({ reason: z.string() }).optional() }),
  event('chimes_enabled'),
  event('chimes_disabled'),
  event('earmuffs_enabled'),
  event('earmuffs_disabled'),
  event('eva_wake').extend({ data: z.object({ trigger_word: z.string(), csi: z.number() }).optional() }),
  event('goodbye'),
  event('pong'),
  event('speaker_started').extend({ data: z.object({ csi: z.number() }) }),
  event('speaker_stopped').extend({ data: z.object({ csi: z.number() }) }),
  event('off_the_record').extend({ data: z.object({ from_millis: z.number(), until_millis: z.number() }) }),
])
export type HotwordMessage = z.infer<typeof hotwordMessageSchema>
export type HotwordMessageType = HotwordMessage['type']

export const hotwordCommandNames = [
  'ping',
  'enable_earmuffs',
  'disable_earmuffs',
  'meeting_off_the_record',
] as const
export type HotwordCommandName = (typeof hotwordCommandNames)[number]

/** A client's text frame. */
export const hotwordCommandSchema = z.object({
  type: z.enum(hotwordCommandNames),
  meeting: z.string().min(1),
  duration: z.string().default(COMMAND_DURATION),
  source: z.string().default(COMMAND_SOURCE),
  ts: z.number(),
})
export type HotwordCommand = z.infer<typeof hotwordCommandSchema>

/** The slot of an `eva_thanks` whose text is shown to the user. */
export const RESPONSE_SLOT = 'hotword_response_to_user'
