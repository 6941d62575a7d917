import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageError } from './storage'

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (missing.has(error.name) || error.$metadata.httpStatusCode === 404)

/** Some servers that speak this protocol know only the calls that everyone uses. */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof S3ServiceException && [405, 501].includes(error.$metadata.httpStatusCode ?? 0)

/** The bucket's failures by our own names, without its addresses. */
export function storageErrorOf(error: unknown, key: string): StorageError {
  if (error instanceof StorageError) return error
  if (isMissing(error)) return new StorageError('not_found', `there is no object ${key}`, { cause: error })
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 416) return new StorageError('bad_range', `${key} is shorter than that`, { cause: error })
  return new StorageError('unavailable', 'the object storage did not answer as it should', { cause: error })
}
