import { z } from 'zod'
import { text } from '../../wire/text'
import { libraryAnswerShape, libraryRowShape } from '../library/schemas'
import { meetingStatusSchema, stageShape } from '../meetings/schemas'
import { highlightReading, highlightSchema } from './highlight'
import { offTheRecordRangesSchema } from './off-the-record'

/**
 * A past meeting over the wire: transcript, highlights, media addresses, edits, and the meeting itself.
 * Field names are the documents' own. Times are milliseconds on the meeting's clock.
 */

const millis = z.number().nonnegative()
const speakerId = z.union([z.string(), z.number()])
const instant = z.iso.datetime({ offset: true })

export const transcriptWordSchema = z.object({
  word: z.string(),
  start_millis: millis,
  end_millis: millis,
  confidence: z.number().min(0).max(1).optional(),
})

export const transcriptAlternativeSchema = z.object({
  transcript: z.string(),
  /** Absent when the call was made without enable_word_time_offsets. */
  words: z.array(transcriptWordSchema).optional(),
})

const speakerSegmentSchema = z.object({ speaker_id: speakerId, transcript: z.string() })

export const transcriptUtteranceSchema = z.object({
  /** Unique and the server's: two speakers may share a start_millis. */
  id: z.string(),
  start_millis: millis,
  end_millis: millis,
  alternatives: z.array(transcriptAlternativeSchema),
  csis: z.array(z.number()),
  /** Absent when the call was made without segments_transcript. */
  speaker_segments: z.array(speakerSegmentSchema).optional(),
  transcript_type: z.string(),
  language_code: z.string(),
  /** Grows by one with every edit; an edit names the version it was read at. */
  version: z.number().int().nonnegative(),
  edited: z.boolean(),
  /** True when the engine gave no word times and they were spread over the utterance. */
  times_estimated: z.boolean(),
})

export const meetingSpeakerSchema = z.object({
  speaker_id: speakerId,
  name: z.string(),
  renamed_by: z.string().optional(),
  renamed_at: instant.optional(),
})

/**
 * GET /meetings/{id}/transcript. `limit` asks for the first utterances ahead of the rest, `offset` goes on from
 * there: ten hours read in one piece would hold up the page.
 */
export const transcriptQuerySchema = z.object({
  enable_word_time_offsets: z.stringbool().optional(),
  segments_transcript: z.stringbool().optional(),
  offset: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
})

export const transcriptAnswerSchema = z.object({
  results: z.array(transcriptUtteranceSchema),
  /** All utterances of the meeting, also those that `limit` left out of `results`. */
  total: z.number().int().nonnegative().optional(),
  /** Speakers that were given a name. */
  speakers: z.array(meetingSpeakerSchema).optional(),
  /** Ours: stretches of which nothing was kept, in the order of time; absent where there are none. */
  off_the_record: offTheRecordRangesSchema.optional(),
})

export const highlightsAnswerSchema = z.object({ highlights: z.array(highlightSchema) })
export const highlightsReading = z.object({ highlights: z.array(highlightReading) })

/** GET /meetings/{id}/audio and /video: a signed address of this origin that answers Range requests. */
export const mediaUrlAnswerSchema = z.object({ url: z.string() })

/** Waveform of the whole recording: `peaks` holds a minimum and a maximum (-128 to 127) per step, alternating. */
export const peaksAnswerSchema = z.object({
  duration_millis: millis,
  step_millis: z.number().positive(),
  peaks: z.array(z.number().int().min(-128).max(127)),
})

/** PATCH /meetings/{id}/transcript/{utterance_id}; answered with the utterance, or 409 when a newer version exists. */
export const utteranceEditSchema = z.object({
  /** Some forty minutes of speech. */
  text: text(40_000).trim().min(1),
  version: z.number().int().nonnegative(),
})

export const utteranceVersionSchema = z.object({
  version: z.number().int().nonnegative(),
  text: z.string(),
  edited_by: z.string().optional(),
  edited_at: instant.optional(),
  /** The recogniser's own text; always kept. */
  original: z.boolean(),
})

/** Newest first; the original is always the last. */
export const utteranceVersionsAnswerSchema = z.object({ versions: z.array(utteranceVersionSchema) })

const lineVersion = { utterance_id: z.string(), version: z.number().int().nonnegative() }

/**
 * Ours: POST /meetings/{id}/transcript/lines. Another speaker for a line, a line cut in two before the word at the
 * character `at`, a line and the next one made one, or an earlier change taken back. 409 when one of the lines has
 * changed since it was read.
 */
export const lineChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('reassign'), ...lineVersion, speaker_id: text(100).trim().min(1) }),
  z.object({ action: z.literal('split'), ...lineVersion, at: z.number().int().positive() }),
  z.object({
    action: z.literal('merge'),
    ...lineVersion,
    next_id: z.string(),
    next_version: z.number().int().nonnegative(),
  }),
  z.object({ action: z.literal('undo'), change_id: z.uuid() }),
])

/** The lines that stand in place of those in `removed`, which lines of `utterances` may be. */
export const lineChangeAnswerSchema = z.object({
  /** Names the change to take it back by; absent of what was taken back. */
  change_id: z.uuid().optional(),
  removed: z.array(z.string()),
  utterances: z.array(transcriptUtteranceSchema),
})

export const transcriptImportLineSchema = z.object({
  text: text(40_000).trim().min(1),
  start_millis: millis,
  end_millis: millis,
  words: z.array(transcriptWordSchema).max(20_000).default([]),
  csis: z.array(z.number().int().nonnegative()).max(100).default([]),
  language_code: text(50).min(2),
  confidence: z.number().min(0).max(1).optional(),
})

export const MAX_IMPORT_LINES = 10_000

/** Ours: POST /meetings/transcript. A meeting of lines that a recognition gave, without a recording. */
export const transcriptImportSchema = z.object({
  title: text(300).trim().min(1),
  start_at_utc: z.iso.datetime(),
  client_region: text().min(1),
  lines: z.array(transcriptImportLineSchema).min(1).max(MAX_IMPORT_LINES),
})
export type TranscriptImport = z.input<typeof transcriptImportSchema>

/** PUT /meetings/{id}/speakers/{speaker_id}; answered with the speaker. An empty name takes the given one away. */
export const speakerRenameSchema = z.object({ name: text(100).trim() })

const enhancementSchema = z.enum(['none', 'pending', 'done'])

const spokenShape = {
  /** As far as they can be distinguished. */
  speakers: z.int().nonnegative().optional(),
  /** Subtags, the one that most is said in first. */
  languages: z.array(z.string()).optional(),
  transcripts_count: z.int().nonnegative().optional(),
  highlights_count: z.int().nonnegative().optional(),
}

export const meetingDetailSchema = z.object({
  id: z.string(),
  title: z.string(),
  host: z.string(),
  site: z.string(),
  number: z.string(),
  region: z.string(),
  source: z.string(),
  status: meetingStatusSchema,
  /** Name of the running or last pipeline stage; empty when the meeting never went through it. */
  stage: z.string(),
  /** Of the whole processing, 0 to 1. */
  progress: z.number().min(0).max(1),
  ...stageShape,
  /** Why processing failed; null otherwise. */
  error: z.string().nullable(),
  start: instant,
  /** Milliseconds; null while unknown. The player trusts this rather than the file's own header. */
  duration: millis.nullable(),
  /** Ours: when it ended, for a recording when the recording ends; null while it runs or the length is unknown. */
  end: instant.nullable().optional(),
  /** Whether the text of an ended call is about to be replaced by a better one, or was; absent for recordings. */
  enhancement: enhancementSchema.optional(),
  /** Ours: what there is to play; absent where the server does not say. */
  recording: z.enum(['none', 'audio', 'video']).optional(),
  /** Ours: open to its owner, its shares and admins alone. */
  restricted: z.boolean().optional(),
  /** Ours: the actions that the caller may do to it; absent where a server does not say. */
  may: z.array(z.string()).optional(),
  ...spokenShape,
})

/** Ours: GET /meetings/{id} alone counts what was said, so that a view need not read the transcript for it. */
export const countedMeetingSchema = meetingDetailSchema.required({
  speakers: true,
  languages: true,
  transcripts_count: true,
  highlights_count: true,
  restricted: true,
  may: true,
})

/** Ours: GET /meetings/{id}/deletion. */
export const meetingDeletionSchema = z.object({
  deleted_at: instant,
  /** A user deleted it, or it was older than meetings are kept. */
  reason: z.enum(['user', 'retention']),
  /** The name of the user, where one did. */
  deleted_by: z.string().optional(),
})
export type MeetingDeletion = z.infer<typeof meetingDeletionSchema>
export type Enhancement = z.infer<typeof enhancementSchema>

/** A meeting as a call that changes it answers; of an upstream only the id and the status are certain. */
export const meetingSchema = meetingDetailSchema.partial().extend({ id: z.string(), status: z.string() })

/** Ours: shared with the caller by others; and, for who may share it, how many accounts and teams and how many links it is shared with. */
export const meetingSharingSchema = z.object({
  with_me: z.boolean(),
  others: z.int().nonnegative().optional(),
  links: z.int().nonnegative().optional(),
})
export type MeetingSharing = z.infer<typeof meetingSharingSchema>

/** Of a list: with how many speakers its transcript has so far. */
export const recentMeetingSchema = meetingDetailSchema.extend({
  speakers: z.int().nonnegative(),
  sharing: meetingSharingSchema.optional(),
  ...libraryRowShape,
})

/** GET /meetings?recent=20, and the library */
export const recentMeetingsAnswerSchema = z.object({
  meetings: z.array(recentMeetingSchema),
  ...libraryAnswerShape,
})

export type TranscriptWord = z.infer<typeof transcriptWordSchema>
export type TranscriptAlternative = z.infer<typeof transcriptAlternativeSchema>
export type TranscriptUtterance = z.infer<typeof transcriptUtteranceSchema>
export type MeetingSpeaker = z.infer<typeof meetingSpeakerSchema>
export type TranscriptQuery = z.infer<typeof transcriptQuerySchema>
export type TranscriptAnswer = z.infer<typeof transcriptAnswerSchema>
export type PeaksAnswer = z.infer<typeof peaksAnswerSchema>
export type UtteranceEdit = z.infer<typeof utteranceEditSchema>
export type UtteranceVersion = z.infer<typeof utteranceVersionSchema>
export type LineChange = z.infer<typeof lineChangeSchema>
export type LineChangeAnswer = z.infer<typeof lineChangeAnswerSchema>
export type Meeting = z.infer<typeof meetingSchema>
export type SpokenCounts = Required<Pick<CountedMeeting, keyof typeof spokenShape>>
export type CountedMeeting = z.infer<typeof countedMeetingSchema>
export type MeetingDetail = z.infer<typeof meetingDetailSchema>
export type RecentMeeting = z.infer<typeof recentMeetingSchema>
export type RecentMeetingsAnswer = z.infer<typeof recentMeetingsAnswerSchema>
