import { expect, test } from 'vitest'
import { schemaText } from './schema-text'

test('a schema reads like a type', () => {
  expect(
    schemaText({
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 1 },
        recent: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
        total: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        action: { enum: ['cancel', 'retry'] },
        error: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        words: { type: 'array', items: { type: 'object', properties: { word: { type: 'string' } } } },
        ids: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        names: { type: 'object', additionalProperties: { type: 'string' } },
        kind: { const: 'manual' },
        anything: {},
      },
      required: ['id', 'words'],
    }),
  ).toBe(`{
  id: string (at least 1 long)
  recent?: integer (from 1, to 200, default 20)
  total?: integer (from 0)
  action?: "cancel" | "retry"
  error?: string | null
  words: {
    word?: string
  }[]
  ids?: (string | number)[]
  names?: { [name]: string }
  kind?: "manual"
  anything?: any
}`)
  expect(schemaText({ type: 'object', properties: {} })).toBe('{}')
})
