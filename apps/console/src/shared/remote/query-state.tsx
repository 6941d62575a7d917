import type { ReactNode } from 'react'
import { ErrorState } from '../ui/feedback/error-state'
import { LoadingMessage } from '../ui/feedback/loading-message'

interface Props<T> {
  data: T | undefined
  error: Error | null
  /** Read while it is fetched. */
  message: string
  /** Read when it failed, with a hint at what did. */
  title: string
  hint: string
  onRetry: () => void
  children: (data: T) => ReactNode
}

/** What was read, or that it is being read, or why it could not be. A failed refresh leaves what was read before. */
export function QueryState<T>({ data, error, message, title, hint, onRetry, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState title={title} error={error} hint={hint} onRetry={onRetry} />
  return <LoadingMessage message={message} />
}
