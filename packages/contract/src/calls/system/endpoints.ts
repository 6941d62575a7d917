import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { systemAnswerSchema, systemHistorySchema } from '../diagnostics/schemas'

/** How the installation itself is doing. */

const backend = { family: 'backend', entry: 'bearer' } as const

export const systemState = defineEndpoint({
  ...backend,
  name: 'systemState',
  action: 'system.read',
  summary: 'Health, engines, disk, queue, nodes with their load and log loss, and the last errors',
  method: 'GET',
  path: '/system',
  answer: systemAnswerSchema,
})

export const systemHistory = defineEndpoint({
  ...backend,
  name: 'systemHistory',
  action: 'system.read',
  summary: 'Queue, speed, errors and memory of each process over the last six hours, minute by minute',
  method: 'GET',
  path: '/system/history',
  answer: systemHistorySchema,
})

export const drainNode = defineEndpoint({
  ...backend,
  name: 'drainNode',
  action: 'system.operate',
  summary:
    'Lets a node take no new calls and recordings and hand on what runs where others take it, or take work again',
  method: 'PUT',
  path: '/system/nodes/:pod/draining',
  body: z.object({ draining: z.boolean() }),
  answer: z.object({ pod: z.string(), draining: z.boolean() }),
  errors: [404],
})
