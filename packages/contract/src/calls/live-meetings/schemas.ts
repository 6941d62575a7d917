import { z } from 'zod'
import { offTheRecordRangesSchema } from '../transcripts/off-the-record'

const alignmentSchema = z.object({
  word: z.string(),
  start_millis: z.number(),
  end_millis: z.number(),
  confidence: z.number().optional(),
})

/** One utterance of a running meeting, or of the ASR proxy. Times are milliseconds on the meeting's clock. */
export const liveTranscriptSchema = z.object({
  id: z.string(),
  transcript: z.object({
    text: z.string(),
    start_millis: z.number(),
    end_millis: z.number(),
    csis: z.array(z.number()).default([]),
    language_code: z.string().default('en-US'),
    alignments: z.array(alignmentSchema).default([]),
    last_packet_timestamp_ms: z.number().optional(),
    /** Ours: which voice of the call; two clients may use the same csi. */
    stream_id: z.string().optional(),
    /** Ours: which of the people at that microphone, from the second on; the first one's is absent. */
    voice: z.number().int().min(2).optional(),
  }),
  translations: z.record(z.string(), z.string()).default({}),
})
export type LiveTranscript = z.infer<typeof liveTranscriptSchema>

/** GET /web/meetings/{id}/transcript/live. */
export const liveTranscriptAnswerSchema = z.object({
  results: z.array(liveTranscriptSchema),
  seq: z.number().int().nonnegative().default(0),
  /** Ours: of what nothing is kept. */
  off_the_record: offTheRecordRangesSchema.default([]),
})

/** The documents show no answer, and name `alignments` without saying what they hold. */
export const liveTranscriptReading = liveTranscriptAnswerSchema.extend({
  results: z.array(
    liveTranscriptSchema.extend({
      transcript: liveTranscriptSchema.shape.transcript.extend({
        alignments: z.catch(liveTranscriptSchema.shape.transcript.shape.alignments, []),
      }),
    }),
  ),
})
