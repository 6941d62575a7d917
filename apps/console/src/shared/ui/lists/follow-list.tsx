import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from '../../use-store'
import { useRowHeights, useVirtualRows } from '../../virtual-rows/use-virtual-rows'
import type { VirtualRows } from '../../virtual-rows/virtual-rows'
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
  /** The key of an item that is looked at: it is put in the middle of the view once, and the list stays there. */
  shown?: string
}

const ESTIMATED_PX = 56

/** Only the rows in sight are in the page: an hour of talk scrolls like a minute. Follows its end unless held. */
export function FollowList<T>({ label, items, keyOf, render, held, onHold, jumps = 0, shown }: Props<T>) {
  const { virtual, view, block } = useVirtualRows<HTMLDivElement, HTMLDivElement>()
  const range = useStore(virtual)
  useSplices(virtual, items, keyOf)
  useRowHeights(virtual, block, range, items)
  const { length } = items
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every line
  useLayoutEffect(() => virtual.followEnd(!held), [virtual, held, length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump is a change of it
  useLayoutEffect(() => virtual.followEnd(true), [virtual, jumps])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there; lines come and go around it
  useEffect(() => {
    if (shown === undefined) return
    virtual.followEnd(false)
    virtual.jumpTo(items.findIndex(item => keyOf(item) === shown))
  }, [virtual, shown])
  useEffect(() => () => onHold(false), [onHold])
  return (
    <div
      ref={view}
      className={classes.list}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
      tabIndex={0}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <div className={classes.whole} style={{ height: range.total }}>
        <div ref={block} className={classes.block} style={{ transform: `translateY(${range.top}px)` }}>
          {items.slice(range.first, range.last).map((item, at) => (
            <div key={keyOf(item)} data-index={range.first + at}>
              {render(item)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Lines come at the end, but a late one stands where it was said, and what is off the record goes: the others keep their heights. */
function useSplices<T>(virtual: VirtualRows, items: readonly T[], keyOf: (item: T) => string): void {
  const known = useRef<readonly T[]>([])
  useLayoutEffect(() => {
    const before = known.current
    known.current = items
    const shorter = Math.min(before.length, items.length)
    let start = 0
    while (start < shorter && keyOf(before[start]!) === keyOf(items[start]!)) start++
    let same = start
    while (same < shorter && keyOf(before.at(start - same - 1)!) === keyOf(items.at(start - same - 1)!))
      same++
    virtual.splice(start, before.length - same, items.length - same, () => ESTIMATED_PX)
  }, [virtual, items, keyOf])
}
