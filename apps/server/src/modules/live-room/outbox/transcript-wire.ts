import type { LiveTranscript } from '@livetap/contract'
import type { RecognitionResult } from '@livetap/speech'
import { callSpeakerId, type NewUtterance } from '../../transcripts'
import type { LiveStream } from '../streams/live-stream'

type Translations = Record<string, string>

/** A result as it is announced in the room; its segment is the utterance. */
export function transcriptWire(
  result: RecognitionResult,
  { record, lastPacketAt }: Pick<LiveStream, 'record' | 'lastPacketAt'>,
  { voice = 1, translations = {} }: { voice?: number | undefined; translations?: Translations } = {},
): LiveTranscript {
  return {
    id: result.segmentId,
    transcript: {
      text: result.text,
      start_millis: Math.round(result.startMs),
      end_millis: Math.round(result.endMs),
      csis: [record.csi],
      language_code: result.languageCode,
      alignments: result.isFinal
        ? result.words.map(({ word, startMs, endMs, confidence }) => ({
            word,
            start_millis: Math.round(startMs),
            end_millis: Math.round(endMs),
            ...(confidence !== undefined && { confidence: Math.round(confidence * 1000) / 1000 }),
          }))
        : [],
      last_packet_timestamp_ms: lastPacketAt,
      stream_id: record.id,
      ...(voice > 1 && { voice }),
    },
    translations,
  }
}

/** A final as the past view finds it. */
export function utteranceOfFinal(
  result: RecognitionResult,
  { record }: Pick<LiveStream, 'record'>,
  voice?: number,
): NewUtterance {
  const speakerId = callSpeakerId(record.number, voice)
  return {
    id: result.segmentId,
    startMs: result.startMs,
    endMs: result.endMs,
    text: result.text,
    words: result.words.map(({ word, startMs, endMs, confidence }) => ({
      text: word,
      startMs,
      endMs,
      ...(confidence !== undefined && { confidence }),
    })),
    csis: [record.csi],
    speakerIds: [speakerId],
    speakerSegments: [{ speakerId, text: result.text }],
    transcriptType: 'final',
    languageCode: result.languageCode,
    confidence: result.confidence ?? null,
    timesEstimated: result.timesEstimated ?? false,
  }
}
