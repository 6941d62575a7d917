import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  archiveEstimateBodySchema,
  archiveEstimateSchema,
  archiveInfoSchema,
  archiveListSchema,
  archiveRequestSchema,
} from './schemas'

/** Archives of trainable utterances, packed by a worker. */

const trainable = { family: 'trainable', entry: 'bearer' } as const

export const requestArchive = defineEndpoint({
  ...trainable,
  name: 'requestArchive',
  action: 'training.export',
  summary:
    'Starts to pack the utterances that a filter finds; asked again with the same id, answers how far it is',
  method: 'POST',
  path: '/trainable-worker/audio',
  body: archiveRequestSchema,
  answer: archiveInfoSchema,
  errors: [409],
})

export const archiveInfo = defineEndpoint({
  ...trainable,
  name: 'archiveInfo',
  action: 'training.export',
  summary: 'How far an archive is, and where it is downloaded',
  method: 'GET',
  path: '/trainable-worker/audio/info/:request_id',
  answer: archiveInfoSchema,
  errors: [404],
})

export const estimateArchive = defineEndpoint({
  ...trainable,
  name: 'estimateArchive',
  action: 'training.export',
  summary: 'How many utterances a filter finds, how long they are together, and about how large',
  method: 'POST',
  path: '/trainable-worker/audio/estimate',
  body: archiveEstimateBodySchema,
  answer: archiveEstimateSchema,
})

export const listArchives = defineEndpoint({
  ...trainable,
  name: 'listArchives',
  action: 'training.export',
  summary: 'The latest archives of a region, newest first',
  method: 'GET',
  path: '/trainable-worker/audio/requests',
  query: z.object({ client_region: text(100).trim().min(1) }),
  answer: archiveListSchema,
})

export const cancelArchive = defineEndpoint({
  ...trainable,
  name: 'cancelArchive',
  action: 'training.export',
  summary: 'Ends the packing of an archive',
  method: 'POST',
  path: '/trainable-worker/audio/cancel/:request_id',
  answer: archiveInfoSchema,
  errors: [404, 409],
})
