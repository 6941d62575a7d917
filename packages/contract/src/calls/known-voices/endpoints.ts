import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { knownVoicesAnswerSchema, knownVoicesChangeSchema, voiceProposalsAnswerSchema } from './schemas'

/** Voices that the caller has named in meetings of their own. */

const partner = { family: 'partner', entry: 'bearer' } as const

export const knownVoices = defineEndpoint({
  ...partner,
  name: 'knownVoices',
  action: 'voices.manage',
  summary: 'Whether voices that the caller names are kept, and those that are',
  method: 'GET',
  path: '/web/voices',
  answer: knownVoicesAnswerSchema,
})

export const changeKnownVoices = defineEndpoint({
  ...partner,
  name: 'changeKnownVoices',
  action: 'voices.manage',
  summary: 'Keeps the voices that the caller names from now on, or deletes those kept and keeps no more',
  method: 'PUT',
  path: '/web/voices',
  body: knownVoicesChangeSchema,
  answer: knownVoicesAnswerSchema,
})

export const deleteKnownVoices = defineEndpoint({
  ...partner,
  name: 'deleteKnownVoices',
  action: 'voices.manage',
  summary: 'Deletes all voices that are kept for the caller',
  method: 'DELETE',
  path: '/web/voices',
})

export const deleteKnownVoice = defineEndpoint({
  ...partner,
  name: 'deleteKnownVoice',
  action: 'voices.manage',
  summary: 'Deletes what is kept of one voice, from all meetings in which it was named so',
  method: 'DELETE',
  path: '/web/voices/:id',
  params: z.object({ id: z.uuid() }),
  errors: [404],
})

export const voiceProposals = defineEndpoint({
  ...partner,
  name: 'voiceProposals',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'Names for voices of a meeting that sound like ones its host has named before; for the host alone',
  method: 'GET',
  path: '/web/meetings/:id/proposals',
  answer: voiceProposalsAnswerSchema,
  errors: [403, 404],
})

export const dismissProposal = defineEndpoint({
  ...partner,
  name: 'dismissProposal',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Dismisses the name that is proposed for a voice of a meeting',
  method: 'DELETE',
  path: '/web/meetings/:id/proposals/:speakerId',
  params: z.object({ id: z.string(), speakerId: z.string().min(1).max(100) }),
  errors: [403, 404],
})
