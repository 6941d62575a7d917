import type { RecognitionResult } from '@livetap/speech'
import type { LiveStream } from './live-stream'

/** A result of the engine for a stream, under the id of its utterance. */
export interface StreamResult {
  id: string
  result: RecognitionResult
  stream: LiveStream
  /** Which of the people at the microphone; absent where they are not diarized. */
  voice?: number | undefined
}
