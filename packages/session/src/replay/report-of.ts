import { ApiError } from '../api-error'

/** A failure as a toast takes it: its words, and the tracking id where there is one. */
export function reportOf(error: unknown): [message: string, detail: { trackingId?: string | undefined }] {
  const message = error instanceof Error ? error.message : String(error)
  return [message, { trackingId: error instanceof ApiError ? error.trackingId : undefined }]
}
