import { z } from 'zod'
import { ASR_DEFAULT_WEIGHT } from '../product/constants'
import { text } from '../wire/text'

/** Sub-protocols of the ASR proxy socket; the server selects the first and never echoes the others. */
export const ASR_PROTOCOL = 'livetap.asr.v1'
export const asrSubProtocolPrefix = { bearer: 'bearer.', engine: 'engine.', tracking: 'tracking.' } as const

const speechEntitySchema = z.object({
  type: text().min(1),
  entries: z.array(text().min(1)).max(5000),
})

export const speechHintsSchema = z.object({
  phrases: z.array(text().min(1)).max(5000).default([]),
  limit_vocab_to_phrases: z.boolean().default(false),
  weight: z.number().min(0).max(1).default(ASR_DEFAULT_WEIGHT),
  entities: z.array(speechEntitySchema).max(200).default([]),
})
export type SpeechHints = z.infer<typeof speechHintsSchema>

/** One object, or a list of them, which count together. */
const speechContextsSchema = z.union([speechHintsSchema, z.array(speechHintsSchema).max(20)])

export const streamingConfigSchema = z.object({
  streaming_config: z.object({
    language_code: text(50).min(2),
    enable_automatic_punctuation: z.boolean().default(true),
    diarization: z.boolean().default(false),
    speech_contexts: speechContextsSchema.prefault({}),
    /** Where a stream goes on that an earlier socket began, on the stream's own clock. */
    start_millis: z.number().nonnegative().optional(),
  }),
})
export type StreamingConfig = z.infer<typeof streamingConfigSchema>

/** 16-bit little-endian samples, base64. */
export const asrAudioSchema = z.object({ audio_content: z.base64() })

const durationSchema = z.object({ seconds: z.number(), nanos: z.number().default(0) })
export type SocketDuration = z.infer<typeof durationSchema>

export const asrResultSchema = z.object({
  alternatives: z
    .array(
      z.object({
        transcript: z.string(),
        confidence: z.number().optional(),
        words: z
          .array(
            z.object({
              word: z.string(),
              start_time: durationSchema,
              end_time: durationSchema,
              confidence: z.number().optional(),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
  is_final: z.boolean().default(false),
  speaker_ids: z.array(z.number()).default([]),
  language_code: z.string().default('en-US'),
  /** Ours: stable across interims and the final of one segment. */
  segment_id: z.string().optional(),
})
export type AsrResult = z.infer<typeof asrResultSchema>

export const asrMessageSchema = z.object({
  result: z.object({ results: z.array(asrResultSchema) }).optional(),
  /** How much of the stream's audio the gateway holds, on the stream's own clock. */
  audio_received_millis: z.number().optional(),
  /** Ours: audio before it changes no further result, so a stream that goes on elsewhere starts here. */
  settled_millis: z.number().optional(),
  error: z.object({ code: z.string(), description: z.string() }).optional(),
})
export type AsrMessage = z.infer<typeof asrMessageSchema>

/** What a client keeps for a stream that goes on, and how long the gateway holds on to one that was cut. */
export const ASR_RESUME_MS = 30_000
/** Longer messages are refused; a configuration with thousands of phrases stays below it. */
export const ASR_MAX_MESSAGE_BYTES = 512 * 1024

const notAllowedInSubProtocol = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/

/** A sub-protocol is an HTTP token: a value with any other character travels in base64url. */
export function encodeSubProtocolValue(value: string): string {
  if (value !== '' && !notAllowedInSubProtocol.test(value)) return value
  const binary = String.fromCharCode(...new TextEncoder().encode(value))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** What an encoded value may have meant; null when it is no base64url of a text. */
export function decodeSubProtocolValue(encoded: string): string | null {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Why the gateway closed or refused a socket; each has its close code. */
export const asrCloseCodes = {
  unauthorized: 4401,
  session_ended: 4403,
  /** The user may no longer use the recognition. */
  access_ended: 4405,
  unknown_engine: 4404,
  engine_unavailable: 4503,
  unsupported_language: 4415,
  audio_before_config: 4409,
  bad_message: 4400,
  message_too_big: 1009,
  silent_too_long: 4408,
  slow_reader: 4413,
  over_capacity: 4429,
  engine_failed: 4500,
  shutting_down: 1012,
} as const
export type AsrCloseReason = keyof typeof asrCloseCodes

/** What an `error` message names: the reason of the close, or what exactly was wrong with a message. */
export type AsrErrorCode = AsrCloseReason | 'bad_json' | 'bad_config' | 'bad_base64' | 'odd_byte_count'

/** The documents' conversion: seconds * 1000 plus nanos / 1e6. */
export const durationToMillis = (duration: SocketDuration): number =>
  duration.seconds * 1000 + duration.nanos / 1e6

export const millisToDuration = (millis: number): SocketDuration => {
  const seconds = Math.floor(millis / 1000)
  return { seconds, nanos: Math.round((millis - seconds * 1000) * 1e6) }
}
