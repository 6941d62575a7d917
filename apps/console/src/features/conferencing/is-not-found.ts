import { ApiError } from '@livetap/session'

export const isNotFound = (error: Error | undefined): boolean =>
  error instanceof ApiError && error.status === 404
