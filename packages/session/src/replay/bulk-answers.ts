import { offTheRecordRangesSchema } from '@livetap/contract'
import type { OffTheRecordStretch } from '@livetap/transcript'
import type { AnswerSchema } from '../api-client'
import type { Peaks } from './peaks'

/**
 * Answers of megabytes are checked in their outline only: walking every word with a full schema would hold up the
 * page, and the transcript's builder leaves out what it cannot read anyway.
 */
export interface TranscriptPage {
  readonly results: readonly unknown[]
  readonly total: number | undefined
  readonly speakers: unknown
  readonly offTheRecord: readonly OffTheRecordStretch[]
}

function refuse(message: string): { success: false; error: { message: string } } {
  return { success: false, error: { message } }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
}

function readRanges(input: unknown): OffTheRecordStretch[] {
  const ranges = offTheRecordRangesSchema.safeParse(input)
  return (ranges.data ?? []).map(one => ({
    startMs: one.from_millis,
    endMs: one.until_millis,
    by: one.by,
  }))
}

export const readTranscriptPage: AnswerSchema<TranscriptPage> = {
  safeParse(input) {
    const { results, total, speakers, off_the_record } = fieldsOf(input)
    if (!Array.isArray(results)) return refuse('results is no list')
    return {
      success: true,
      data: {
        results,
        total: typeof total === 'number' ? total : undefined,
        speakers,
        offTheRecord: readRanges(off_the_record),
      },
    }
  },
}

export const readPeaks: AnswerSchema<Peaks> = {
  safeParse(input) {
    const { peaks, step_millis } = fieldsOf(input)
    if (!Array.isArray(peaks)) return refuse('peaks is no list')
    if (typeof step_millis !== 'number' || !(step_millis > 0)) return refuse('step_millis is no length')
    return { success: true, data: { stepMs: step_millis, values: Int8Array.from(peaks) } }
  },
}
