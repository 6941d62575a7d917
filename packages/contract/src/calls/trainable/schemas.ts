import { z } from 'zod'
import { text } from '../../wire/text'
import { documentedFields } from '../../wire/upstream'
import { shardFilterFields } from './filter'
import { MAX_SYNC_KEY_LENGTH } from './sync-key'

/**
 * Training data over the wire. A shard is a piece of a meeting's sound, with the text it was
 * recognised as, and what people made of that text. Field names are the documents' own where they name one.
 */

const millis = z.number().nonnegative()
const instant = z.iso.datetime()
/** An upstream need not say it in UTC. */
const upstreamInstant = z.iso.datetime({ offset: true })

/** Who wrote a text: a trainer here, the host on the meeting's own page, a vendor in a labelling project. */
const HUMAN_SOURCES = ['trainer', 'host', 'vendor'] as const
export const humanSourceSchema = z.enum(HUMAN_SOURCES)

/** Offered when a shard is marked as unusable; any other reason can be written. */
export const UNUSABLE_REASONS = [
  'Noise',
  'Several people at once',
  'Not understandable',
  'Wrong language',
  'Cut off',
  'Private',
] as const

/** How a text came about: changed, or read and found right as it stood. */
const VERSION_KINDS = ['edited', 'confirmed'] as const
export const versionKindSchema = z.enum(VERSION_KINDS)

/** One version of a shard's text. */
export const shardVersionSchema = z.object({
  /** 0 is the recogniser's own text; each edit adds one. */
  version: z.int().nonnegative(),
  transcript: z.string(),
  original: z.boolean(),
  /** The text that it replaced; absent for the original. */
  before: z.string().optional(),
  /** Absent for the original. */
  kind: versionKindSchema.optional(),
  source: humanSourceSchema.optional(),
  created_by: z.string().optional(),
  created_at: instant.optional(),
})

export const humanTranscriptSchema = shardVersionSchema
  .omit({ original: true, before: true })
  .required({ source: true, created_by: true, created_at: true })

export const unusableSchema = z.object({ reason: z.string(), by: z.string(), at: instant })

export const shardMetadataSchema = z.object({
  meeting_id: z.string(),
  site_name: z.string(),
  source: z.string(),
  client_region: z.string(),
  webex_meeting_number: z.string(),
  created_at: instant,
  updated_at: instant,
  length_ms: millis,
  /** On the meeting's clock. */
  start_offset_ms: millis,
  end_offset_ms: millis,
  /** Null where the recording has no sources of its own. */
  csi: z.number().nullable(),
  /** Known of live streams only. */
  ci_uuid: z.string().nullable(),
  participant_id: z.string().nullable(),
  global_participant_id: z.string().nullable(),
  speakers: z.array(z.string()),
  language_code: z.string(),
  /** The engine found the language; no one named it. */
  language_inferred: z.boolean(),
  transcript_type: z.string(),
  /** Kept for evaluation, never for training. */
  evaluation: z.boolean(),
  /** How sure the recogniser was of its text, 0 to 1; null where it did not say. */
  confidence: z.number().min(0).max(1).nullable(),
})

/** A minimum and a maximum (-128 to 127) per step, alternating. */
export const shardPeaksSchema = z.object({
  step_millis: z.number().positive(),
  peaks: z.array(z.int().min(-128).max(127)),
})

export const shardSchema = z.object({
  id: z.string(),
  /** Signed, of this origin; answers Range requests. */
  uri: z.string(),
  metadata: shardMetadataSchema,
  /** Newest first; the first one is the text of the shard. */
  human_transcripts: z.array(humanTranscriptSchema),
  /** The newest text, by a person or else the recogniser. */
  transcript: z.string(),
  /** The recogniser's own. */
  original_transcript: z.string(),
  version: z.int().nonnegative(),
  unusable: unusableSchema.nullable(),
  /** Null for a shard that was cut before waveforms were kept. */
  peaks: shardPeaksSchema.nullable(),
})

/** Pages of a listing; `sync_key` is empty where nothing was found. */
export const shardPageSchema = z.object({
  audio: z.array(shardSchema),
  has_more_results: z.boolean(),
  sync_key: z.string(),
})

const shardReading = documentedFields(
  shardSchema.extend({
    metadata: documentedFields(shardMetadataSchema.extend({ created_at: upstreamInstant }), [
      'created_at',
      'length_ms',
      'site_name',
      'meeting_id',
    ]),
  }),
  ['id', 'uri', 'metadata'],
)

export const shardPageReading = z.object({
  audio: z.array(shardReading),
  has_more_results: z.boolean().default(false),
  sync_key: z.string().default(''),
})

const flag = z.stringbool().optional()
const name = text(200).trim().min(1).optional()
const length = z.coerce.number().int().nonnegative().optional()
const moment = z.iso.datetime({ offset: true }).optional()

export const shardQuerySchema = z.object({
  client_region: text(100).trim().min(1),
  ...shardFilterFields({ flag, name, length, moment }),
  meeting_id: name,
  /** Whether a person has changed or confirmed the text. */
  edited: flag,
  unusable: flag,
  /** Of the page before: goes on behind it. */
  sync_key: text(MAX_SYNC_KEY_LENGTH).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})

/**
 * What a trainer may order a region by: the time of the meetings, one after the other, the shortest first, or what the
 * recogniser was least sure of first.
 */
export const SHARD_ORDERS = ['meeting', 'shortest', 'least_certain'] as const
const shardOrderSchema = z.enum(SHARD_ORDERS)

export const orderedShardsQuerySchema = shardQuerySchema.omit({ sync_key: true }).extend({
  order: shardOrderSchema,
  /** `next` of the page before: goes on behind it. It is good for its own order alone. */
  next: text(1_000).optional(),
})

/** A page in an order; `next` asks for the page behind this one and is null on the last. */
export const orderedShardsSchema = z.object({ audio: z.array(shardSchema), next: z.string().nullable() })

/** One shard of a meeting as it was recognised, or as a person has corrected it. */
export const shardTranscriptSchema = z.object({
  id: z.string(),
  /** Present where `audio_uri` was asked for. */
  uri: z.string().optional(),
  speech_result: z.object({
    alternatives: z
      .array(z.object({ transcript: z.string(), confidence: z.number().min(0).max(1).optional() }))
      .min(1),
    start_millis: millis,
    end_millis: millis,
    source: z.string(),
    transcript_language_code: z.string(),
    language_code: z.string(),
    transcript_type: z.string(),
    updated_at: instant,
    speakers: z.array(z.string()),
  }),
  version: z.int().nonnegative(),
  /** Of its newest version; absent for the recogniser's own text. */
  kind: versionKindSchema.optional(),
  unusable: unusableSchema.nullable(),
})

export const shardTranscriptsSchema = z.object({ transcripts: z.array(shardTranscriptSchema) })

const shardTranscriptReading = documentedFields(
  shardTranscriptSchema.extend({
    speech_result: documentedFields(shardTranscriptSchema.shape.speech_result, [
      'alternatives',
      'start_millis',
      'end_millis',
    ]),
  }),
  ['id', 'uri', 'speech_result'],
)
export const shardTranscriptsReading = z.object({ transcripts: z.array(shardTranscriptReading) })

/** A plain text is the transcript. */
export const shardEditSchema = z.union([
  z.object({ transcript: text(40_000).trim().min(1) }),
  text(40_000)
    .trim()
    .min(1)
    .transform(transcript => ({ transcript })),
])

/** The answer of an edit: what the shard is now. */
export const editedShardSchema = shardVersionSchema.extend({ id: z.string() })
/** The documents show no answer. */
export const editedShardReading = z.catch(documentedFields(editedShardSchema, []), {})

export const shardVersionsSchema = z.object({ versions: z.array(shardVersionSchema) })

export const unusableMarkSchema = z.object({ reason: text(200).trim().min(1) })

/** What was said before and after a shard, nearest last and nearest first. */
export const spokenNearbySchema = z.object({
  text: z.string(),
  start_millis: millis,
  end_millis: millis,
  speakers: z.array(z.string()),
})
export const neighboursSchema = z.object({
  before: z.array(spokenNearbySchema),
  after: z.array(spokenNearbySchema),
})

const progressSchema = z.object({
  /** Shards whose text was changed. */
  edited: z.int().nonnegative(),
  edited_ms: millis,
  /** Shards whose text was saved as it stood, and not changed. */
  confirmed: z.int().nonnegative(),
  confirmed_ms: millis,
  unusable: z.int().nonnegative(),
})
export const trainingProgressSchema = z.object({ mine: progressSchema, everyone: progressSchema })

/** An edit that found no place when its meeting was processed again. */
export const unplacedEditSchema = z.object({
  meeting_id: z.string(),
  csi: z.number().nullable(),
  start_offset_ms: millis,
  end_offset_ms: millis,
  transcript: z.string().nullable(),
  unusable_reason: z.string().nullable(),
  /** The text that the transcript took the place of; empty for a mark as unusable. */
  before: z.string(),
  created_by: z.string(),
  created_at: instant,
})
export const unplacedEditsSchema = z.object({ edits: z.array(unplacedEditSchema) })

/** A trainer's text of a shard whose host has another one; it is the host's to take over. */
export const transcriptOfferSchema = z.object({
  utterance_id: z.string(),
  /** Of the host's text that the offer was compared with. */
  version: z.int().nonnegative(),
  text: z.string(),
  offered: z.string(),
  by: z.string(),
  at: instant,
  shard_ids: z.array(z.string()),
})
export const transcriptOffersSchema = z.object({ offers: z.array(transcriptOfferSchema) })

export type HumanSource = z.infer<typeof humanSourceSchema>
export type HumanTranscript = z.infer<typeof humanTranscriptSchema>
export type ShardVersionWire = z.infer<typeof shardVersionSchema>
export type EditedShard = z.infer<typeof editedShardSchema>
/** What the console knows of an edit that was taken. */
export type EditedShardRead = z.infer<typeof editedShardReading>
export type ShardMetadata = z.infer<typeof shardMetadataSchema>
export type ShardWire = z.infer<typeof shardSchema>
export type ShardPageWire = z.infer<typeof shardPageSchema>
export type VersionKind = z.infer<typeof versionKindSchema>
export type ShardOrder = (typeof SHARD_ORDERS)[number]
export type OrderedShardsQuery = z.infer<typeof orderedShardsQuerySchema>
export type OrderedShards = z.infer<typeof orderedShardsSchema>
/** A shard as the console gets it, from any deployment. */
export type ShardRead = z.infer<typeof shardReading>
export type ShardPageRead = z.infer<typeof shardPageReading>
export type ShardQuery = z.infer<typeof shardQuerySchema>
export type ShardTranscriptWire = z.infer<typeof shardTranscriptSchema>
export type ShardTranscript = z.infer<typeof shardTranscriptReading>
export type ShardPeaks = z.infer<typeof shardPeaksSchema>
export type Unusable = z.infer<typeof unusableSchema>
export type SpokenNearby = z.infer<typeof spokenNearbySchema>
export type Neighbours = z.infer<typeof neighboursSchema>
export type TrainingProgress = z.infer<typeof trainingProgressSchema>
export type UnplacedEdit = z.infer<typeof unplacedEditSchema>
export type TranscriptOffer = z.infer<typeof transcriptOfferSchema>
