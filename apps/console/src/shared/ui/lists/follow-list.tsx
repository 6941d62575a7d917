import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './follow-list.module.css'

interface Props<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  render: (item: T) => ReactNode
  /** The list stays where it is: the pointer is over it. */
  held: boolean
  onHold: (held: boolean) => void
  /** A change of it goes to the end at once, held or not. */
  jumps?: number
}

/** Only the rows in sight are in the page: an hour of talk scrolls like a minute. Follows its end unless held. */
export function FollowList<T>({ label, items, keyOf, render, held, onHold, jumps = 0 }: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 56,
    getItemKey: index => keyOf(items[index]!),
    overscan: 8,
  })
  const { length } = items
  useEffect(() => {
    if (!held && length > 0) virtual.scrollToIndex(length - 1, { align: 'end' })
  }, [length, held, virtual])
  const jumped = useRef(jumps)
  useEffect(() => {
    if (jumped.current === jumps) return
    jumped.current = jumps
    if (length > 0) virtual.scrollToIndex(length - 1, { align: 'end' })
  }, [jumps, length, virtual])
  useEffect(() => () => onHold(false), [onHold])
  return (
    <div
      ref={box}
      className={classes.list}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
      tabIndex={0}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.slot}
            style={{ transform: `translateY(${start}px)` }}
          >
            {render(items[index]!)}
          </div>
        ))}
      </div>
    </div>
  )
}
