import { z } from 'zod'

/** Of the documents only what the `/docs` screen reads; their own specifications say the rest. */

/** `{$ref}`. Not spelled as a field: a reader of the document would take it for a reference. */
const reference = z.record(z.string(), z.string())
const jsonSchema = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.looseObject({ schema: jsonSchema.optional() }))

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  description: z.string().optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean(), schema: jsonSchema }))
    .default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string().optional(),
      content: content.optional(),
    }),
  ),
})
export type DocumentedCall = z.infer<typeof operation>

export const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})
export type OpenApi = z.infer<typeof openApiSchema>

const channel = z.looseObject({
  address: z.string(),
  summary: z.string(),
  messages: z.record(z.string(), z.looseObject({ summary: z.string(), payload: jsonSchema })),
  'x-sub-protocols': z.record(z.string(), z.string()).default({}),
  'x-close-codes': z.record(z.string(), z.number()),
})
export type DocumentedSocket = z.infer<typeof channel>

export const asyncApiSchema = z.looseObject({
  asyncapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  channels: z.record(z.string(), channel),
  operations: z.record(
    z.string(),
    z.looseObject({
      action: z.enum(['send', 'receive']),
      channel: reference,
      security: z.array(reference),
      messages: z.array(reference),
    }),
  ),
})
export type AsyncApi = z.infer<typeof asyncApiSchema>
