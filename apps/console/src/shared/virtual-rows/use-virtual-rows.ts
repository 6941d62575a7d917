import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { VirtualRows } from './virtual-rows'

/** The rows of one list, its scrolling element and the one that holds the rows. */
export function useVirtualRows<View extends HTMLElement, Block extends HTMLElement>() {
  const view = useRef<View>(null)
  const block = useRef<Block>(null)
  const [virtual] = useState(() => new VirtualRows())
  useLayoutEffect(() => {
    if (view.current && block.current) return virtual.attach(view.current, block.current)
  }, [virtual])
  return { virtual, view, block }
}

/** Rows that stay may change their height too: a field grows with its text, a line is translated. */
export function useRowHeights(
  virtual: VirtualRows,
  block: RefObject<HTMLElement | null>,
  range: object,
  items: readonly unknown[],
): void {
  const [observer] = useState(() => new ResizeObserver(virtual.measure))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are there
  useLayoutEffect(() => {
    // Rows of a range that is not drawn yet are measured when it is.
    if (virtual.getSnapshot() === range) virtual.measure()
    for (const child of block.current?.children ?? []) observer.observe(child)
    return () => observer.disconnect()
  }, [virtual, block, observer, range, items])
}
