import { z } from 'zod'
import { meetingInPath, shardInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  editedShardReading,
  editedShardSchema,
  neighboursSchema,
  orderedShardsQuerySchema,
  orderedShardsSchema,
  shardEditSchema,
  shardPageReading,
  shardPageSchema,
  shardQuerySchema,
  shardTranscriptsReading,
  shardTranscriptsSchema,
  shardVersionsSchema,
  trainingProgressSchema,
  transcriptOffersSchema,
  unplacedEditsSchema,
  unusableMarkSchema,
  unusableSchema,
} from './schemas'
import { MAX_SYNC_KEY_LENGTH } from './sync-key'

/** Training data: the shards that meetings were cut into, and what trainers make of them. */

const trainable = { family: 'trainable', entry: 'bearer' } as const
const id = text(200).min(1)
const region = text(100).trim().min(1)

export const debugAudio = defineEndpoint({
  ...trainable,
  name: 'debugAudio',
  action: 'training.read',
  summary: 'Shards of a region, page by page in the order they were made',
  method: 'GET',
  path: '/debug/audio',
  query: shardQuerySchema,
  answer: shardPageSchema,
  reading: shardPageReading,
})

export const orderedShards = defineEndpoint({
  ...trainable,
  name: 'orderedShards',
  action: 'training.read',
  summary: 'Shards of a region in an order that a trainer chose, page by page',
  method: 'GET',
  path: '/web/training/shards',
  query: orderedShardsQuerySchema,
  answer: orderedShardsSchema,
})

export const trainableTranscripts = defineEndpoint({
  ...trainable,
  name: 'trainableTranscripts',
  action: 'training.read',
  on: meetingInPath,
  summary: 'The shards of a meeting, by their start',
  method: 'GET',
  path: '/transcripts/meeting/:id',
  query: z.object({ audio_uri: z.stringbool().optional() }),
  answer: shardTranscriptsSchema,
  reading: shardTranscriptsReading,
  errors: [404],
})

export const saveTrainingTranscript = defineEndpoint({
  ...trainable,
  name: 'saveTrainingTranscript',
  action: 'training.correct',
  on: { kind: 'shard', from: 'query', name: 'audio_id' },
  summary: 'Gives a shard a text; If-Match names the version that it was made of',
  method: 'POST',
  path: '/web/training/transcripts',
  query: z.object({ audio_id: id, client_region: region }),
  headers: z.object({ 'if-match': text(100).optional() }),
  body: shardEditSchema,
  answer: editedShardSchema,
  reading: editedShardReading,
  errors: [404, 409],
})

export const trainableAudioFile = defineEndpoint({
  ...trainable,
  name: 'trainableAudioFile',
  action: 'training.read',
  on: { kind: 'shard', from: 'query', name: 'id' },
  summary: 'The sound of a shard, whole or in ranges',
  method: 'GET',
  path: '/audio',
  query: z.object({ id }),
  answerType: 'audio/flac',
  otherAnswers: { 206: 'The range asked for', 304: 'The caller holds this version already' },
  errors: [404, 416],
})

export const getShard = defineEndpoint({
  ...trainable,
  name: 'getShard',
  action: 'training.read',
  on: shardInPath,
  summary: 'A shard with all that is known of it; sync_key goes on with those of its meeting that follow it',
  method: 'GET',
  path: '/shards/:id',
  query: z.object({
    sync_key: text(MAX_SYNC_KEY_LENGTH).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(1),
  }),
  answer: shardPageSchema,
  reading: shardPageReading,
  errors: [404],
})

export const shardVersions = defineEndpoint({
  ...trainable,
  name: 'shardVersions',
  action: 'training.read',
  on: shardInPath,
  summary: 'Every text that a shard had, newest first; the recogniser’s own is the last',
  method: 'GET',
  path: '/shards/:id/versions',
  answer: shardVersionsSchema,
  errors: [404],
})

export const shardNeighbours = defineEndpoint({
  ...trainable,
  name: 'shardNeighbours',
  action: 'training.read',
  on: shardInPath,
  summary: 'What was said before and after a shard',
  method: 'GET',
  path: '/shards/:id/neighbours',
  query: z.object({ count: z.coerce.number().int().min(1).max(20).default(3) }),
  answer: neighboursSchema,
  errors: [404],
})

export const markUnusable = defineEndpoint({
  ...trainable,
  name: 'markUnusable',
  action: 'training.correct',
  on: shardInPath,
  summary: 'Keeps a shard out of archives and projects, with a reason',
  method: 'PUT',
  path: '/shards/:id/unusable',
  body: unusableMarkSchema,
  answer: unusableSchema,
  errors: [404],
})

export const unmarkUnusable = defineEndpoint({
  ...trainable,
  name: 'unmarkUnusable',
  action: 'training.correct',
  on: shardInPath,
  summary: 'Takes the mark away again',
  method: 'DELETE',
  path: '/shards/:id/unusable',
  errors: [404],
})

export const trainingProgress = defineEndpoint({
  ...trainable,
  name: 'trainingProgress',
  action: 'training.read',
  summary: 'What was done in a region since a moment (the beginning of the caller’s day)',
  method: 'GET',
  path: '/web/training/progress',
  query: z.object({ client_region: region, since: z.iso.datetime({ offset: true }) }),
  answer: trainingProgressSchema,
})

export const unplacedEdits = defineEndpoint({
  ...trainable,
  name: 'unplacedEdits',
  action: 'training.read',
  summary: 'Edits that found no shard when their meeting was processed again, newest first',
  method: 'GET',
  path: '/web/training/unplaced',
  query: z.object({ client_region: region, meeting_id: id.optional() }),
  answer: unplacedEditsSchema,
})

export const transcriptOffers = defineEndpoint({
  ...trainable,
  name: 'transcriptOffers',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Where trainers read a meeting’s utterances differently, for its host to take over',
  method: 'GET',
  path: '/transcripts/meeting/:id/offers',
  answer: transcriptOffersSchema,
  errors: [404],
})
