import { z } from 'zod'
import { endReasonSchema } from './end-reason'
import { ledgerEvent } from './event-definition'
import { by, count, instant, ms } from './ledger-fields'

/** What becomes of a meeting’s sound: from its end or its upload to its finished text. */
export const processingLedgerEvents = {
  meetingEnded: ledgerEvent({
    name: 'meeting_ended',
    fields: z.strictObject({
      reason: endReasonSchema,
      by: by.optional(),
      stage: z.string().optional(),
      error: z.string().optional(),
      duration_ms: ms.optional(),
      utterances: count.optional(),
      words: count.optional(),
      speakers: count.optional(),
      voiced_ms: ms.optional(),
      held_bytes: count.optional(),
    }),
    happens:
      'A meeting ended, for any reason: one event with what is known of the end. A meeting that is processed again after a failure ends again.',
  }),
  audioMixed: ledgerEvent({
    name: 'audio_mixed',
    fields: z.strictObject({ duration_ms: ms, streams: count }),
    happens: 'The voices of an ended live meeting became one recording.',
  }),
  restRecognized: ledgerEvent({
    name: 'rest_recognized',
    fields: z.strictObject({ utterances: count }),
    happens: 'Speech that had no text when its live meeting ended got it from the stored sound.',
  }),
  audioMixFailed: ledgerEvent({
    name: 'audio_mix_failed',
    fields: z.strictObject({ reason: z.string() }),
    happens:
      'No recording could be made of an ended live meeting yet; it is tried again for as long as its sound exists.',
  }),
  uploadStarted: ledgerEvent({
    name: 'upload_started',
    fields: z.strictObject({ created_at: instant, start_at_utc: instant, bytes: count, type: z.string() }),
    happens: 'An upload session was made; start_at_utc is the start that the client named.',
  }),
  recordingUploaded: ledgerEvent({
    name: 'recording_uploaded',
    fields: z.strictObject({ bytes: count }),
    happens: 'The last byte of a recording was stored, and its processing could begin.',
  }),
  recordingProbed: ledgerEvent({
    name: 'recording_probed',
    fields: z.strictObject({
      format: z.string(),
      codec: z.string(),
      sample_rate: count,
      channels: count,
      duration_ms: z.number().min(0).optional(),
      video: z.string().optional(),
    }),
    happens: 'A recording was examined.',
  }),
  audioNormalised: ledgerEvent({
    name: 'audio_normalised',
    fields: z.strictObject({ duration_ms: ms, separate_channels: count, video: z.boolean() }),
    happens: 'A recording was decoded to one sound format.',
  }),
  peaksMeasured: ledgerEvent({
    name: 'peaks_measured',
    fields: z.strictObject({ step_ms: z.number(), count }),
    happens: 'The waveform of a recording was measured.',
  }),
  voiceFound: ledgerEvent({
    name: 'voice_found',
    fields: z.strictObject({ voiced_ms: ms, parts: count }),
    happens: 'The voiced parts of a recording were found.',
  }),
  recognitionStarted: ledgerEvent({
    name: 'recognition_started',
    fields: z.strictObject({ language: z.string(), chunks: count }),
    happens: 'The recognition of a recording began.',
  }),
  transcriptCreated: ledgerEvent({
    name: 'transcript_created',
    fields: z.strictObject({ created_at: instant, utterances: count, words: count, elapsed_ms: ms }),
    happens: 'The transcript of a recording was stored; elapsed_ms is how long its recognition took.',
  }),
  speakersFound: ledgerEvent({
    name: 'speakers_found',
    fields: z.strictObject({ speakers: count, turns: count, skipped: z.string().optional() }),
    happens:
      'Diarization of a recording, or of a call with several people at one microphone, ended, or was skipped for the given reason.',
  }),
  ensembleSkipped: ledgerEvent({
    name: 'ensemble_skipped',
    fields: z.strictObject({ reason: z.string() }),
    happens: 'A transcript was not enhanced, with the reason.',
  }),
  transcriptEnhanced: ledgerEvent({
    name: 'transcript_enhanced',
    fields: z.strictObject({ utterances: count, decoded_again: count, changed: count, share: z.number() }),
    happens: 'A second engine heard the doubtful utterances of a recording again.',
  }),
  highlightsFound: ledgerEvent({
    name: 'highlights_found',
    fields: z.strictObject({ count }),
    happens: 'The highlights of a recording were found in its text.',
  }),
} as const
