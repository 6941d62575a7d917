import type { LinkRefusal, LinkRefusalReason } from '@livetap/session'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import classes from './shared-link.module.css'

interface Words {
  title: string
  hint: string
  /** It may be opened later. */
  mayRetry?: boolean
}

const ASK = 'Ask the person who sent it to you for another one.'

const words: Record<LinkRefusalReason, Words> = {
  expired: { title: 'This link has expired', hint: `It opened a meeting until a set time. ${ASK}` },
  gone: {
    title: 'This link opens nothing',
    hint: `It was taken back, its meeting was deleted, or a part of its address is missing. ${ASK}`,
  },
  not_ready: {
    title: 'This meeting is not ready yet',
    hint: 'Its text is still being made. Try again in a few minutes.',
    mayRetry: true,
  },
  throttled: {
    title: 'Too many wrong passwords',
    hint: 'So that its password cannot be guessed, this link opens for no one for a quarter of an hour. Try again then.',
    mayRetry: true,
  },
  failed: {
    title: 'This link could not be opened',
    hint: 'The server may be out of reach. Nothing is wrong with the link itself; try again in a moment.',
    mayRetry: true,
  },
}

export function LinkRefused({
  refusal: { reason, error },
  onRetry,
}: {
  refusal: LinkRefusal
  onRetry: () => void
}) {
  const { title, hint, mayRetry } = words[reason]
  return (
    <div className={classes.state}>
      <ErrorState
        title={title}
        error={reason === 'failed' ? error : undefined}
        hint={hint}
        onRetry={mayRetry ? onRetry : undefined}
      />
    </div>
  )
}
