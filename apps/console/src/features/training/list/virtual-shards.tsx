import {
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useClientWidth } from '../../../shared/ui/layout/use-client-width'
import { useStore } from '../../../shared/use-store'
import { useRowHeights, useVirtualRows } from '../../../shared/virtual-rows/use-virtual-rows'
import type { VirtualRows } from '../../../shared/virtual-rows/virtual-rows'
import classes from './virtual-shards.module.css'

export interface ShardListHandle {
  /** Brings a card into view and gives its element. */
  show(index: number): HTMLElement | undefined
  /** A card stays where it is while those above it change their height. */
  keepStill(index: number): void
}

interface Props<T> {
  items: readonly T[]
  label: string
  /** How high a card will be, before it was on screen. */
  estimate: (item: T, width: number) => number
  render: (item: T, index: number) => ReactNode
  /** The end comes near. */
  onNearEnd?: () => void
  handle?: RefObject<ShardListHandle | null>
  /** Behind the last card. */
  footer?: ReactNode
}

const NEAR = 30

/** A long list of cards of which only those in view exist. It may grow at its end while it is read. */
export function VirtualShards<T extends { readonly id: string }>(props: Props<T>) {
  const { items, label, estimate, render, onNearEnd, handle, footer } = props
  const { virtual, view, block } = useVirtualRows<HTMLElement, HTMLUListElement>()
  const range = useStore(virtual)
  useCount(virtual, view, items, estimate)
  useRowHeights(virtual, block, range, items)
  const isNearEnd = range.last > items.length - NEAR
  const { length } = items
  // Asked again when the list has grown and still ends near what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its length is the occasion
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, length, onNearEnd])
  useImperativeHandle(
    handle,
    () => ({
      show: index => {
        virtual.jumpTo(index, 'nearest')
        return block.current?.querySelector<HTMLElement>(`[data-card="${index}"]`) ?? undefined
      },
      keepStill: index => virtual.keepStill(index),
    }),
    [virtual, block],
  )
  return (
    <section
      ref={view}
      className={classes.view}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <div className={classes.whole} style={{ height: range.total }}>
        <ul ref={block} className={classes.block} style={{ transform: `translateY(${range.top}px)` }}>
          {items.slice(range.first, range.last).map((item, at) => (
            <li key={item.id} data-card={range.first + at}>
              {render(item, range.first + at)}
            </li>
          ))}
        </ul>
      </div>
      {footer}
    </section>
  )
}

/** A longer list keeps what was measured; another list or another width begins anew. */
function useCount<T>(
  virtual: VirtualRows,
  view: RefObject<HTMLElement | null>,
  items: readonly T[],
  estimate: (item: T, width: number) => number,
): void {
  const width = useClientWidth(view)
  const known = useRef({ width: 0, first: undefined as T | undefined })
  useLayoutEffect(() => {
    if (width === 0) return
    const { current } = known
    const isLonger = current.width === width && current.first === items[0] && items.length >= virtual.count
    known.current = { width, first: items[0] }
    const estimateRow = (row: number) => estimate(items[row]!, width)
    if (isLonger) virtual.splice(virtual.count, 0, items.length - virtual.count, estimateRow)
    else virtual.reset(items.length, estimateRow)
    virtual.measure()
  }, [virtual, items, width, estimate])
}
