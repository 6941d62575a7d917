import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  MANUSCRIPT_SORT_FIELDS,
  manuscriptActivitySchema,
  manuscriptBulkAnswerSchema,
  manuscriptBulkUpdateSchema,
  manuscriptChangeReading,
  manuscriptEditSchema,
  manuscriptListAnswerSchema,
  manuscriptListReading,
  manuscriptProjectReading,
  manuscriptProjectSchema,
  manuscriptReturnSchema,
  manuscriptShardsSchema,
  manuscriptTotalsAnswerSchema,
  manuscriptUpdateReading,
  manuscriptUpdateSchema,
  matchingShardsQuerySchema,
  matchingShardsSchema,
  newManuscriptSchema,
} from './schemas'

/** The labelling projects of the vendors. */

const manuscripts = { family: 'manuscripts', entry: 'bearer' } as const

/** `none`, or nothing, is no filter. Language and status match whole, vendor and name in part. */
const filters = {
  manuscript_id: text(40).optional(),
  manuscript_name: text(200).optional(),
  manuscript_language: text(35).optional(),
  manuscript_vendor: text(200).optional(),
  manuscript_status: text(20).optional(),
}

export const listProjects = defineEndpoint({
  ...manuscripts,
  name: 'listProjects',
  action: 'manuscripts.read',
  summary: 'Labelling projects, filtered, sorted and in pages',
  method: 'GET',
  path: '/projects',
  query: z.object({
    ...filters,
    sort: z.enum(MANUSCRIPT_SORT_FIELDS).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    next: text(1_000).optional(),
  }),
  answer: manuscriptListAnswerSchema,
  reading: manuscriptListReading,
})

export const projectTotals = defineEndpoint({
  ...manuscripts,
  name: 'projectTotals',
  action: 'manuscripts.read',
  summary: 'What the filtered projects add up to, per vendor',
  method: 'GET',
  path: '/projects/totals',
  query: z.object(filters),
  answer: manuscriptTotalsAnswerSchema,
})

export const matchingShards = defineEndpoint({
  ...manuscripts,
  name: 'matchingShards',
  action: 'manuscripts.read',
  summary: 'What a project of these fields would be filled from now',
  method: 'GET',
  path: '/projects/matching',
  query: matchingShardsQuerySchema,
  answer: matchingShardsSchema,
})

export const createProject = defineEndpoint({
  ...manuscripts,
  name: 'createProject',
  action: 'manuscripts.manage',
  summary: 'Creates a labelling project; it is pending until it is activated',
  method: 'POST',
  path: '/projects',
  body: newManuscriptSchema,
  answer: manuscriptProjectSchema,
  reading: manuscriptChangeReading,
  status: 201,
})

export const getProject = defineEndpoint({
  ...manuscripts,
  name: 'getProject',
  action: 'manuscripts.read',
  summary: 'One labelling project',
  method: 'GET',
  path: '/projects/:id',
  answer: manuscriptProjectSchema,
  reading: manuscriptProjectReading,
  errors: [404],
})

export const editProject = defineEndpoint({
  ...manuscripts,
  name: 'editProject',
  action: 'manuscripts.manage',
  summary: 'Changes what a labelling project asks for; 409 when it was made on an older version',
  method: 'PUT',
  path: '/projects/:id',
  body: manuscriptEditSchema,
  answer: manuscriptProjectSchema,
  reading: manuscriptProjectReading,
  errors: [404, 409],
})

export const updateProjects = defineEndpoint({
  ...manuscripts,
  name: 'updateProjects',
  action: 'manuscripts.manage',
  summary:
    'Sets the status of one project (409 on an older version) or of several (the answer lists failures)',
  method: 'PATCH',
  path: '/projects',
  body: z.union([manuscriptBulkUpdateSchema, manuscriptUpdateSchema]),
  answer: z.union([manuscriptBulkAnswerSchema, manuscriptProjectSchema]),
  reading: manuscriptUpdateReading,
  errors: [404, 409],
})

export const deleteProject = defineEndpoint({
  ...manuscripts,
  name: 'deleteProject',
  action: 'manuscripts.manage',
  summary: 'Deletes a project: it is kept with the status deleted and seen by that filter only',
  method: 'DELETE',
  path: '/projects',
  query: z.object({ ID: text(40), version: z.coerce.number().int().min(0).optional() }),
  answer: manuscriptProjectSchema,
  reading: manuscriptChangeReading,
  errors: [404, 409],
})

export const projectActivity = defineEndpoint({
  ...manuscripts,
  name: 'projectActivity',
  action: 'manuscripts.read',
  summary: 'What was sent and received by day, what came back, and who changed the project',
  method: 'GET',
  path: '/projects/:id/activity',
  answer: manuscriptActivitySchema,
  errors: [404],
})

export const projectShards = defineEndpoint({
  ...manuscripts,
  name: 'projectShards',
  action: 'manuscripts.read',
  summary: 'The shards that were sent in a project, in pages',
  method: 'GET',
  path: '/projects/:id/shards',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    next: z.coerce.number().int().min(0).optional(),
  }),
  answer: manuscriptShardsSchema,
  errors: [404],
})

export const returnProject = defineEndpoint({
  ...manuscripts,
  name: 'returnProject',
  action: 'manuscripts.manage',
  summary:
    'Takes in what a vendor sent back: the field file is a zip with a .txt or .json transcript per shard, named by its id',
  method: 'POST',
  path: '/projects/:id/returns',
  bodyType: 'multipart/form-data',
  answer: manuscriptReturnSchema,
  errors: [404, 409],
})

export const projectPackage = defineEndpoint({
  ...manuscripts,
  name: 'projectPackage',
  action: 'manuscripts.manage',
  summary: 'Where a zip of what is to be sent can be downloaded for a while',
  method: 'GET',
  path: '/projects/:id/package',
  answer: z.object({ url: z.string() }),
  errors: [404],
})

export const projectPackageFile = defineEndpoint({
  family: 'manuscripts',
  entry: 'signed-url',
  name: 'projectPackageFile',
  action: 'manuscripts.manage',
  summary:
    'The zip of what is to be sent: the sound of each shard that has not come back, and a list of them',
  method: 'GET',
  path: '/projects/:id/package.zip',
  answerType: 'application/zip',
  errors: [404],
})
