import { z } from 'zod'
import { accessTexts } from '../product/texts/access'

/** Every 4xx and 5xx answer has this body. */
export const errorBodySchema = z.object({
  message: z.enum([accessTexts.clientException, accessTexts.serverException]),
  errors: z.array(z.object({ description: z.string() })).min(1),
  trackingId: z.string(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

export function errorBody(status: number, description: string, trackingId: string): ErrorBody {
  const message = status >= 500 ? accessTexts.serverException : accessTexts.clientException
  return { message, errors: [{ description }], trackingId }
}

/** An upstream may add its stage behind the text, so only the beginning decides. */
export const isNotYetReady = (description: string): boolean =>
  description.startsWith(accessTexts.meetingNotReady)
