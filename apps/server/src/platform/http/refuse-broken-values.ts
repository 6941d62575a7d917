import type { FastifyInstance } from 'fastify'
import { findBrokenValue } from '../json/broken-value'
import { invalid } from './errors'

/** Regardless of a route's own schema: no text or number gets in that cannot be kept as it is. */
export function refuseBrokenValues(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ params, query, body }) => {
    for (const [place, value] of Object.entries({ params, query, body })) {
      const broken = findBrokenValue(place, value)
      if (broken) throw invalid(broken.field, broken.problem)
    }
  })
}
