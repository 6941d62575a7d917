import { Readable } from 'node:stream'
import { isPlainText, PLAIN_TEXT_RULE } from '@livetap/contract'
import type { FastifyInstance } from 'fastify'
import { invalid } from './errors'

/** Whatever a route's own schema says: no text or number gets in that cannot be kept as it is. */
export function refuseBrokenValues(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ params, query, body }) => {
    for (const [place, value] of Object.entries({ params, query, body })) assertKeepable(place, value)
  })
}

/** Not by recursion: what a caller nests deeply must not exhaust the stack. */
function assertKeepable(place: string, root: unknown): void {
  const open: [string, unknown][] = [[place, root]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [field, value] = next
    if (typeof value === 'string' && !isPlainText(value)) throw invalid(field, PLAIN_TEXT_RULE)
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      throw invalid(field, 'is beyond the numbers that are kept exactly')
    if (!isPlain(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!isPlainText(key)) throw invalid(field, PLAIN_TEXT_RULE)
      if (typeof inner === 'object' || typeof inner === 'string' || typeof inner === 'number')
        open.push([key, inner])
    }
  }
}

/** A body that streams through is not looked into. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Readable) && !ArrayBuffer.isView(value)
