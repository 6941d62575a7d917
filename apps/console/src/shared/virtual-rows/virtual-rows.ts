import { Store } from '@livetap/session'
import { flushSync } from 'react-dom'
import { RowOffsets } from './row-offsets'

interface RowRange {
  readonly first: number
  /** Excluded. */
  readonly last: number
  /** Where the first one begins. */
  readonly top: number
  readonly total: number
  /** Of the view. */
  readonly height: number
}

type Placing = 'center' | 'nearest'

/** Rendered above and below what is seen. */
const OVERSCAN_PX = 300
/** After a jump only what is seen is rendered, so that it is drawn in the next frame; the rest follows this much later. */
const WIDEN_MS = 120
/** Placing a row measures its neighbours, which may move it: a few rounds settle it. */
const ROUNDS = 4

/**
 * Which rows of a long list exist right now. The scroll position is the browser's; heights are estimates until a
 * row was on screen. What was measured above the view never moves what is seen.
 */
export class VirtualRows extends Store<RowRange> {
  #offsets = new RowOffsets(0, () => 0)
  #view: HTMLElement | undefined
  #block: HTMLElement | undefined
  #glide: Animation | undefined
  #widening: ReturnType<typeof setTimeout> | undefined
  /** Where the view was put by a jump, while the rows around it are still to come. */
  #jumpedTo: number | undefined
  /** How much further the view is to be scrolled once the list is drawn as high as it is. */
  #missingPx = 0
  #followsEnd = false
  #still: number | undefined

  constructor() {
    super({ first: 0, last: 0, top: 0, total: 0, height: 0 })
  }

  get count(): number {
    return this.#offsets.count
  }

  /** The scrolling element and the one that holds the rows. */
  attach(view: HTMLElement, block: HTMLElement): () => void {
    this.#view = view
    this.#block = block
    const onScroll = () => {
      this.#followsEnd &&= view.scrollTop > view.scrollHeight - view.clientHeight - 2
      this.#look()
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    const resized = new ResizeObserver(() => this.#look())
    resized.observe(view)
    this.#look()
    return () => {
      view.removeEventListener('scroll', onScroll)
      resized.disconnect()
      this.#glide?.cancel()
      clearTimeout(this.#widening)
      this.#jumpedTo = undefined
      this.#view = undefined
      this.#block = undefined
    }
  }

  /** Another list, or another width. Heights that were measured are measured again when they are seen. */
  reset(count: number, estimate: (row: number) => number): void {
    this.#offsets = new RowOffsets(count, estimate)
    this.#look()
  }

  /** Another list in which the reader goes on: what is at the top of the view stays there, as the row that `rowNow` names. */
  resetInPlace(count: number, estimate: (row: number) => number, rowNow: (row: number) => number): void {
    const view = this.#view
    const before = this.#offsets
    if (!view || view.scrollTop === 0 || before.count === 0) {
      this.reset(count, estimate)
      return
    }
    const seen = before.rowAt(view.scrollTop)
    const inside = view.scrollTop - before.offsetOf(seen)
    const row = rowNow(seen)
    this.#offsets = new RowOffsets(count, estimate)
    this.#scrollTo(view, this.#offsets.offsetOf(row) + Math.min(inside, this.#offsets.heightOf(row)))
    this.#look()
  }

  /** Some rows in place of others: of the rest what was measured stays, and nothing moves under the reader. */
  splice(at: number, removed: number, added: number, estimate: (row: number) => number): void {
    const view = this.#view
    const before = this.#offsets
    const shift = added - removed
    this.#offsets = new RowOffsets(before.count + shift, row =>
      row >= at && row < at + added ? estimate(row) : before.heightOf(row < at ? row : row - shift),
    )
    const seen = view ? before.rowAt(view.scrollTop) : 0
    if (view && at + removed <= seen && seen < before.count)
      this.#scrollTo(view, view.scrollTop + this.#offsets.total - before.total)
    this.#look()
  }

  /** Reads the heights of the rows that exist. Called when they were laid out. */
  readonly measure = (): void => {
    const view = this.#view
    const block = this.#block
    if (!view || !block) return
    const { first } = this.getSnapshot()
    if (this.#missingPx > 0) view.scrollTop += this.#missingPx
    this.#missingPx = 0
    const seen = this.#still ?? this.#offsets.rowAt(view.scrollTop)
    let above = 0
    let changed = false
    let row = first
    for (const child of block.children) {
      const grown = this.#offsets.setHeight(row, child.getBoundingClientRect().height)
      if (grown !== 0) changed = true
      if (row < seen) above += grown
      row++
    }
    if (changed) this.#still = undefined
    if (changed) this.#look()
    else this.#keepEnd()
    if (above !== 0) this.#scrollTo(view, view.scrollTop + above)
  }

  /** Where rows above this one are about to change their height, it stays where it is seen. */
  keepStill(row: number): void {
    this.#still = row
  }

  /** Whether the view stays at the end of the list while rows come and grow. It does until it is scrolled. */
  followEnd(follows: boolean): void {
    this.#followsEnd = follows
    this.#keepEnd()
  }

  /** Whether a row is wholly inside the view. */
  isVisible(row: number): boolean {
    const view = this.#view
    if (!view) return false
    const top = this.#offsets.offsetOf(row)
    return top >= view.scrollTop && top + this.#offsets.heightOf(row) <= view.scrollTop + view.clientHeight
  }

  /** Puts a row in place at once. */
  jumpTo(row: number, placing: Placing = 'center'): void {
    const view = this.#view
    if (!view || row < 0 || row >= this.count) return
    this.#glide?.cancel()
    for (let round = 0; round < ROUNDS; round++) {
      const target = this.#target(view, row, placing)
      if (round > 0 && Math.abs(view.scrollTop - target) < 1) return
      this.#scrollTo(view, target)
      flushSync(() => this.#look())
      this.measure()
    }
  }

  /**
   * Puts a row in place with a movement of the given length. The list is at its new place at once and is drawn
   * sliding there, which costs the page nothing: the compositor does it.
   */
  glideTo(row: number, durationMs: number): void {
    const view = this.#view
    const block = this.#block
    if (!view || !block) return
    const before = view.scrollTop
    const drawn = this.#glide ? Number.parseFloat(getComputedStyle(block).translate.split(' ')[1] ?? '0') : 0
    this.jumpTo(row)
    this.#widen()
    const moved = view.scrollTop - before + drawn
    if (Math.abs(moved) < 1 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const from = Math.max(-OVERSCAN_PX, Math.min(OVERSCAN_PX, moved))
    const frames = [{ translate: `0 ${from}px` }, { translate: '0 0' }]
    const glide = block.animate(frames, { duration: durationMs, easing: 'cubic-bezier(0.4, 0, 0.2, 1)' })
    this.#glide = glide
    glide.finished.then(
      () => {
        if (this.#glide === glide) this.#glide = undefined
      },
      // Cancelled by the next movement.
      () => {},
    )
  }

  #target(view: HTMLElement, row: number, placing: Placing): number {
    const top = this.#offsets.offsetOf(row)
    const height = this.#offsets.heightOf(row)
    const highest = Math.max(0, this.#offsets.total - view.clientHeight)
    if (placing === 'nearest') {
      if (this.isVisible(row)) return view.scrollTop
      const isAbove = top < view.scrollTop
      return Math.min(highest, Math.max(0, isAbove ? top - 8 : top + height - view.clientHeight + 8))
    }
    // A row higher than the view is shown from its start.
    const lead = Math.max(0, (view.clientHeight - height) / 2)
    return Math.min(highest, Math.max(0, Math.round(top - lead)))
  }

  #keepEnd(): void {
    const view = this.#view
    if (!view || !this.#followsEnd) return
    view.scrollTop = view.scrollHeight
    this.#look()
  }

  #scrollTo(view: HTMLElement, top: number): void {
    view.scrollTop = top
    this.#missingPx = Math.max(0, Math.floor(top - view.scrollTop))
    if (this.#jumpedTo !== undefined) this.#jumpedTo = view.scrollTop
  }

  #look(): void {
    const view = this.#view
    const total = this.#offsets.total
    if (!view || this.count === 0) {
      this.set({ first: 0, last: 0, top: 0, total })
      return
    }
    const overscan = this.#isFar(view) ? 0 : OVERSCAN_PX
    const height = view.clientHeight
    const first = this.#offsets.rowAt(view.scrollTop - overscan)
    const last = this.#offsets.rowAt(view.scrollTop + height + overscan) + 1
    // A layer at a part of a pixel is drawn blurred.
    this.set({ first, last, top: Math.round(this.#offsets.offsetOf(first)), total, height })
  }

  /** Whether nothing of what is seen exists yet, or it was put there a moment ago. */
  #isFar(view: HTMLElement): boolean {
    const { scrollTop, clientHeight } = view
    if (this.#jumpedTo !== undefined && Math.abs(scrollTop - this.#jumpedTo) < 1) return true
    const { first, last } = this.getSnapshot()
    const isFar =
      this.#offsets.rowAt(scrollTop) >= last || this.#offsets.rowAt(scrollTop + clientHeight) < first
    clearTimeout(this.#widening)
    this.#jumpedTo = isFar ? scrollTop : undefined
    if (isFar) this.#widening = setTimeout(() => this.#widen(), WIDEN_MS)
    return isFar
  }

  #widen(): void {
    if (this.#jumpedTo === undefined) return
    clearTimeout(this.#widening)
    this.#jumpedTo = undefined
    this.#look()
  }
}
