import type { TrainingSession } from '@livetap/session'
import { Button, Loader, Text } from '@mantine/core'
import { type RefObject, useCallback, useEffect } from 'react'
import { useStore } from '../../../shared/use-store'
import { ShardCard } from '../card/shard-card'
import { shardHeight } from './shard-height'
import classes from './shard-list.module.css'
import { type ShardListHandle, VirtualShards } from './virtual-shards'

interface Props {
  session: TrainingSession
  listHandle: RefObject<ShardListHandle | null>
}

/** The cards of a region. A step by keyboard brings the card into view, and the typing goes on in it. */
export function ShardList({ session, listHandle }: Props) {
  const { items, hasMore, isLoading, error } = useStore(session.list)
  const { current, steps } = useStore(session)
  useEffect(() => {
    if (steps === 0) return
    const isTyping = document.activeElement?.matches('textarea') ?? false
    const row = listHandle.current?.show(session.getSnapshot().current)
    if (isTyping) row?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [session, listHandle, steps])
  const more = useCallback(() => {
    if (!session.list.getSnapshot().error) void session.list.more()
  }, [session])
  const choose = useCallback(
    (index: number) => {
      listHandle.current?.keepStill(index)
      session.choose(index)
    },
    [session, listHandle],
  )
  return (
    <VirtualShards
      handle={listHandle}
      items={items}
      label="Utterances"
      estimate={shardHeight}
      onNearEnd={more}
      render={(item, index) => (
        <ShardCard item={item} index={index} isCurrent={index === current} onChoose={choose} />
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
