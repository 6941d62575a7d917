import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import {
  apiKeySchema,
  meetingAccessChangeSchema,
  meetingAccessSchema,
  newApiKeySchema,
  newShareSchema,
  shareSchema,
  sharesAnswerSchema,
} from './schemas'

/** Who may open a meeting, and the keys of programs. */

const partner = { family: 'partner', entry: 'bearer' } as const
const sharing = { ...partner, action: 'meeting.share', on: meetingInPath } as const
const keys = { ...partner, action: 'keys.manage' } as const

export const listShares = defineEndpoint({
  ...sharing,
  name: 'listShares',
  summary: 'Whose a meeting is, and with whom it is shared',
  method: 'GET',
  path: '/web/meetings/:id/shares',
  answer: sharesAnswerSchema,
})

export const createShare = defineEndpoint({
  ...sharing,
  name: 'createShare',
  summary: 'Shares a meeting with an account, with a team, or by a link, whose `url` is answered this once',
  method: 'POST',
  path: '/web/meetings/:id/shares',
  body: newShareSchema,
  answer: shareSchema,
  errors: [404, 409],
})

export const deleteShare = defineEndpoint({
  ...sharing,
  name: 'deleteShare',
  summary: 'Takes a share back: what it opened closes',
  method: 'DELETE',
  path: '/web/meetings/:id/shares/:shareId',
  params: z.object({ id: z.string(), shareId: z.uuid() }),
  errors: [404],
})

export const changeAccess = defineEndpoint({
  ...sharing,
  name: 'changeAccess',
  summary: 'Gives a meeting another owner or team, restricts it to its owner and shares, or opens it again',
  method: 'PATCH',
  path: '/web/meetings/:id/access',
  body: meetingAccessChangeSchema,
  answer: meetingAccessSchema,
  errors: [404],
})

export const listKeys = defineEndpoint({
  ...keys,
  name: 'listKeys',
  summary: 'One’s own API keys',
  method: 'GET',
  path: '/web/keys',
  answer: z.object({ keys: z.array(apiKeySchema) }),
})

export const createKey = defineEndpoint({
  ...keys,
  name: 'createKey',
  summary: 'Creates an API key for some of the actions that one may do; the key is answered this once',
  method: 'POST',
  path: '/web/keys',
  body: newApiKeySchema,
  answer: apiKeySchema,
  errors: [404, 409],
})

export const deleteKey = defineEndpoint({
  ...keys,
  name: 'deleteKey',
  summary: 'Revokes one of one’s own API keys',
  method: 'DELETE',
  path: '/web/keys/:id',
  params: z.object({ id: z.uuid() }),
  errors: [404],
})
