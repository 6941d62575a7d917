import type { ZipErrorReason } from './zip-error'

const statuses: Record<ZipErrorReason, number> = {
  not_a_zip: 415,
  damaged: 422,
  encrypted: 422,
  unsafe_path: 422,
  link: 422,
  bad_name: 422,
  too_many_entries: 413,
  too_large: 413,
  bomb: 413,
}

/** The status of the answer to a zip that is refused for this reason; undefined for a reason that is no zip's. */
export const zipErrorStatus = (reason: string): number | undefined =>
  Object.hasOwn(statuses, reason) ? statuses[reason as ZipErrorReason] : undefined
