import type { TimedWord } from '@livetap/transcript'
import type { Selectable } from 'kysely'
import type { StoredSegment, StoredWord, TranscriptTables } from './transcript-tables'
import type { NewUtterance, StoredUtterance } from './utterance'

/** `original_text` is that of version 0; null as long as nothing was edited. */
type Row = Selectable<TranscriptTables['utterance']> & { original_text: string | null }

export const storedWords = (words: readonly TimedWord[]): StoredWord[] =>
  words.map(({ text, startMs, endMs, confidence }) => {
    const word: StoredWord = [text, Math.round(startMs), Math.round(endMs)]
    if (confidence !== undefined) word.push(Math.round(confidence * 1000) / 1000)
    return word
  })

export const timedWords = (words: readonly StoredWord[]): TimedWord[] =>
  words.map(([text, startMs, endMs, confidence]) => ({ text, startMs, endMs, confidence }))

export const storedSegments = (segments: NewUtterance['speakerSegments']): StoredSegment[] =>
  segments.map(({ speakerId, text }) => [speakerId, text])

export function utteranceOf(row: Row): StoredUtterance {
  return {
    id: row.id,
    meetingId: row.meeting_id,
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    words: timedWords(row.words),
    csis: row.csis,
    speakerIds: row.speaker_ids,
    speakerSegments: row.speaker_segments.map(([speakerId, text]) => ({ speakerId, text })),
    heardAs: row.heard_as,
    transcriptType: row.transcript_type,
    languageCode: row.language_code,
    confidence: row.confidence,
    timesEstimated: row.times_estimated,
    version: row.version,
    originalText: row.original_text ?? row.text,
    editedBy: row.edited_by,
    editedAt: row.edited_at,
  }
}

export function newUtteranceRow(meetingId: string, utterance: NewUtterance) {
  const startMs = Math.round(utterance.startMs)
  return {
    id: utterance.id,
    meeting_id: meetingId,
    start_ms: startMs,
    end_ms: Math.max(startMs, Math.round(utterance.endMs)),
    text: utterance.text,
    words: JSON.stringify(storedWords(utterance.words)),
    csis: JSON.stringify(utterance.csis),
    speaker_ids: JSON.stringify(utterance.speakerIds),
    speaker_segments: JSON.stringify(storedSegments(utterance.speakerSegments)),
    heard_as: utterance.heardAs ? JSON.stringify(utterance.heardAs) : null,
    transcript_type: utterance.transcriptType,
    language_code: utterance.languageCode,
    confidence: utterance.confidence,
    times_estimated: utterance.timesEstimated,
  }
}
