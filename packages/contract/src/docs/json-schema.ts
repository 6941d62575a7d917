import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** As it travels: what a schema turns into something else, or fills in when it is absent, is described as sent. */
export function jsonSchemaOf(schema: z.ZodType, target: 'draft-2020-12' | 'draft-7'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target })
  return described
}
