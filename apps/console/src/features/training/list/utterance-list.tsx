import type { TrainingSession } from '@livetap/session'
import { Button, Loader, Text } from '@mantine/core'
import { type RefObject, useCallback, useEffect } from 'react'
import { useStore } from '../../../shared/use-store'
import { UtteranceCard } from '../card/utterance-card'
import { cardHeight } from './card-height'
import classes from './utterance-list.module.css'
import { type CardsHandle, VirtualCards } from './virtual-cards'

interface Props {
  session: TrainingSession
  cards: RefObject<CardsHandle | null>
}

/** The cards of a region. A step by keyboard brings the card into view, and the typing goes on in it. */
export function UtteranceList({ session, cards }: Props) {
  const { items, hasMore, isLoading, error } = useStore(session.list)
  const { current, steps } = useStore(session)
  useEffect(() => {
    if (steps === 0) return
    const isTyping = document.activeElement?.matches('textarea') ?? false
    const card = cards.current?.show(session.getSnapshot().current)
    if (isTyping) card?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [session, cards, steps])
  const more = useCallback(() => {
    if (!session.list.getSnapshot().error) void session.list.more()
  }, [session])
  return (
    <VirtualCards
      handle={cards}
      items={items}
      label="Utterances"
      estimate={cardHeight}
      onNearEnd={more}
      render={(item, index) => (
        <UtteranceCard item={item} index={index} isCurrent={index === current} onChoose={session.choose} />
      )}
      footer={
        <div className={classes.footer}>
          {error ? (
            <>
              <Text size="sm">{error.message}</Text>
              <Button size="compact-xs" variant="default" onClick={() => void session.list.more()}>
                Try again
              </Button>
            </>
          ) : isLoading ? (
            <Loader size="xs" aria-label="Loading more" />
          ) : (
            <Text size="xs" c="dimmed">
              {hasMore ? '' : `${items.length} in all`}
            </Text>
          )}
        </div>
      }
    />
  )
}
