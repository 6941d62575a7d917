import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'

/** For those who run the server, and for the players of a page. */

export const healthz = defineEndpoint({
  name: 'healthz',
  summary: 'Whether the process is alive',
  family: 'origin',
  entry: 'public',
  method: 'GET',
  path: '/healthz',
  answer: z.object({ status: z.literal('alive') }),
})

export const readyz = defineEndpoint({
  name: 'readyz',
  summary: 'Whether everything it needs answers',
  family: 'origin',
  entry: 'public',
  method: 'GET',
  path: '/readyz',
  answer: z.object({
    status: z.enum(['ready', 'not ready']),
    checks: z.record(z.string(), z.boolean()),
    disk: z.enum(['ok', 'low']),
  }),
  otherAnswers: { 503: 'Something it needs does not answer; the same body' },
})

export const prometheusMetrics = defineEndpoint({
  name: 'prometheusMetrics',
  summary: 'Figures for Prometheus',
  family: 'origin',
  entry: 'operator',
  method: 'GET',
  path: '/metrics',
  answerType: 'text/plain',
})

/** Called at the addresses that other calls hand out. */
export const getMedia = defineEndpoint({
  name: 'getMedia',
  action: 'meeting.read',
  on: { kind: 'file', from: 'params', name: '*' },
  summary: 'Audio, video, shards and archives by signed address, whole or in ranges',
  family: 'origin',
  entry: 'signed-url',
  method: 'GET',
  path: '/media/*',
  query: z.object({ name: z.string().max(300).optional() }),
  answerType: 'application/octet-stream',
  otherAnswers: { 206: 'The range asked for', 304: 'The caller holds this version already' },
  errors: [404, 416],
})
