import { type StreamingConfig, streamingConfigSchema } from '@livetap/contract'
import type { RecognitionOptions, StreamOwner } from '@livetap/speech'
import { badMessage } from './asr-refusal'

export type AsrConfig = StreamingConfig['streaming_config']

/** A text frame that is not plain audio: the configuration, or audio in an unusual spelling. */
export type TextMessage = { kind: 'config'; config: AsrConfig } | { kind: 'audio'; base64: string }

export function readText(frame: Buffer): TextMessage {
  const body = parse(frame)
  if (typeof body.audio_content === 'string') return { kind: 'audio', base64: body.audio_content }
  if (!('streaming_config' in body))
    throw badMessage('bad_json', 'A message holds streaming_config or audio_content')
  const parsed = streamingConfigSchema.safeParse(body)
  if (parsed.success) return { kind: 'config', config: parsed.data.streaming_config }
  const { path, message } = parsed.error.issues[0]!
  throw badMessage('bad_config', `${path.join('.')}: ${message}`)
}

function parse(frame: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(frame.toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw badMessage('bad_json', 'The message is not a JSON object')
}

export function recognitionOptions(config: AsrConfig, owner: StreamOwner): RecognitionOptions {
  const contexts = [config.speech_contexts].flat()
  return {
    languageCode: config.language_code,
    diarization: config.diarization,
    punctuation: config.enable_automatic_punctuation,
    hints: {
      phrases: contexts.flatMap(({ phrases }) => phrases),
      entities: contexts.flatMap(({ entities }) => entities),
      // An engine knows one weight: that of the context that counts most.
      weight: Math.max(0, ...contexts.map(({ weight }) => weight)),
      limitVocabToPhrases: contexts.some(context => context.limit_vocab_to_phrases),
    },
    startMs: config.start_millis ?? 0,
    owner,
  }
}

/** Two configurations that ask the engine for the same thing, wherever they start. */
export function sameRequest(one: AsrConfig, other: AsrConfig): boolean {
  const bare = ({ start_millis: _, ...rest }: AsrConfig) => JSON.stringify(rest)
  return bare(one) === bare(other)
}
