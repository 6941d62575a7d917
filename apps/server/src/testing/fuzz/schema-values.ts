import { z } from 'zod'
import type { Random } from '../random'
import { hostileNumber, hostileText, hostileValue, RawJson } from './hostile-values'

type JsonSchema = z.core.JSONSchema.BaseSchema

const documents = new WeakMap<z.ZodType, JsonSchema>()

function documentOf(schema: z.ZodType): JsonSchema {
  let document = documents.get(schema)
  if (!document) {
    document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema
    documents.set(schema, document)
  }
  return document
}

/** A value that the schema mostly takes. `known` gives real values by the name of a field (ids). */
export function likelyValue(schema: z.ZodType, random: Random, known: Known): unknown {
  return sampleOf(documentOf(schema), random, known, '')
}

export type Known = (name: string) => string | undefined

function sampleOf(schema: JsonSchema, random: Random, known: Known, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sampleOf(random.pick(choices) as JsonSchema, random, known, name)
  const merged = (schema.allOf ?? []).map(part => sampleOf(part as JsonSchema, random, known, name))
  if (merged.length > 0) return Object.assign({}, ...merged)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, random, known)
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.below(4)) }, () =>
        sampleOf((schema.items ?? {}) as JsonSchema, random, known, name),
      )
    case 'string':
      return known(name) ?? textOf(schema, random)
    case 'number':
    case 'integer':
      return numberOf(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return hostileValue(random)
  }
}

function objectOf(schema: JsonSchema, random: Random, known: Known): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const value: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(properties))
    if (required.includes(name) || random.chance(0.7))
      value[name] = sampleOf(inner as JsonSchema, random, known, name)
  if (typeof additionalProperties === 'object')
    value[String(random.below(3))] = sampleOf(additionalProperties as JsonSchema, random, known, '')
  return value
}

function textOf({ format, minLength = 0, maxLength = 50 }: JsonSchema, random: Random): string {
  if (format === 'date-time') return new Date(random.below(2 ** 31) * 1000).toISOString()
  if (format === 'email') return 'ada@example.com'
  if (format === 'uri') return 'https://example.com/a'
  if (format === 'base64') return random.bytes(64).toString('base64')
  if (random.chance(0.3)) return hostileText(random)
  const length = Math.min(maxLength, minLength + random.below(20))
  return 'abc déf 日本'.repeat(4).slice(0, length)
}

function numberOf({ type, minimum = 0, maximum = 10_000 }: JsonSchema, random: Random): number {
  const value = minimum + random.next() * (Math.min(maximum, minimum + 1e9) - minimum)
  return type === 'integer' ? Math.floor(value) : value
}

/** One place of the value is broken, or the whole of it. */
export function brokenValue(value: unknown, random: Random): unknown {
  const isList = Array.isArray(value)
  if (random.chance(0.15) || typeof value !== 'object' || value === null || value instanceof RawJson)
    return typeof value === 'string' && random.chance(0.6)
      ? hostileText(random)
      : typeof value === 'number' && random.chance(0.6)
        ? hostileNumber(random)
        : hostileValue(random)
  const keys = Object.keys(value)
  if (keys.length === 0) return hostileValue(random)
  const key = random.pick(keys)
  const copy = (isList ? [...value] : { ...value }) as Record<string, unknown>
  const how = isList ? 1 : random.next()
  if (how < 0.1) delete copy[key]
  else if (how < 0.2) copy[hostileText(random).slice(0, 100)] = hostileValue(random)
  else copy[key] = brokenValue(copy[key], random)
  return copy
}
