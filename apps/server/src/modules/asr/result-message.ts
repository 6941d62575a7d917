import { type AsrMessage, millisToDuration } from '@livetap/contract'
import type { RecognitionResult } from '@livetap/speech'

export interface Position {
  receivedMs: number
  settledMs: number
}

export const positionMessage = ({ receivedMs, settledMs }: Position): string =>
  `{"audio_received_millis":${receivedMs},"settled_millis":${settledMs}}`

/** Engine ids are unique within a stream; `streamId` makes them unique among a client's streams. */
export function resultMessage(result: RecognitionResult, streamId: string, position: Position): string {
  const message: AsrMessage = {
    result: {
      results: [
        {
          alternatives: [
            {
              transcript: result.text,
              confidence: result.confidence,
              words: result.words.map(({ word, startMs, endMs, confidence }) => ({
                word,
                start_time: millisToDuration(startMs),
                end_time: millisToDuration(endMs),
                confidence,
              })),
            },
          ],
          is_final: result.isFinal,
          speaker_ids: result.speakerIds.map(Number),
          language_code: result.languageCode,
          segment_id: `${streamId}-${result.segmentId}`,
        },
      ],
    },
    audio_received_millis: position.receivedMs,
    settled_millis: position.settledMs,
  }
  return JSON.stringify(message)
}
