import { z } from 'zod'

/**
 * Ours: voices that a host has named, kept to propose the name in the host's later meetings. Off until the host turns it
 * on; seen by the host alone.
 */

const knownVoiceSchema = z.object({
  /** Names the voice to delete it by. */
  id: z.uuid(),
  name: z.string(),
  /** In how many meetings it was named so. */
  meetings: z.int().positive(),
  /** The one in which it was named last, and when that was. */
  meeting_id: z.string(),
  meeting_title: z.string(),
  named_at: z.iso.datetime(),
  /** `waiting` until its recording was listened to; `failed` where that gave too little clear speech. */
  state: z.enum(['waiting', 'kept', 'failed']),
})

/** GET and PUT /voices */
export const knownVoicesAnswerSchema = z.object({
  enabled: z.boolean(),
  /** By name. */
  voices: z.array(knownVoiceSchema),
})

/** PUT /voices. Turning it off deletes all that is kept. */
export const knownVoicesChangeSchema = z.object({ enabled: z.boolean() })

/** GET /meetings/{id}/proposals: names for voices of the meeting that have none. */
export const voiceProposalsAnswerSchema = z.object({
  proposals: z.array(z.object({ speaker_id: z.string(), name: z.string() })),
})

export type KnownVoice = z.infer<typeof knownVoiceSchema>
export type KnownVoicesAnswer = z.infer<typeof knownVoicesAnswerSchema>
export type VoiceProposal = z.infer<typeof voiceProposalsAnswerSchema>['proposals'][number]
