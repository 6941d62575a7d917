import { TOOLTIP_CLOSE_MS, TOOLTIP_OPEN_MS } from '@livetap/contract'
import { Store } from '@livetap/session'

/** What an element says when it is pointed at or has the keyboard's focus: `data-hint="…"`. */
const HINTED = '[data-hint]'

export interface Hint {
  anchor: HTMLElement
  text: string
}

/**
 * The one hint of the page, after the documents' delays. It is delegated: an element needs no more than its attribute, so that
 * rows of which hundreds are drawn have hints for nothing.
 */
export class Hints extends Store<Hint | undefined> {
  readonly #ended = new AbortController()
  readonly #changes = new MutationObserver(() => this.#show(this.getSnapshot()?.anchor))
  #over: HTMLElement | undefined
  #opening: ReturnType<typeof setTimeout> | undefined
  #closing: ReturnType<typeof setTimeout> | undefined

  constructor(pageElement: HTMLElement) {
    super(undefined)
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => pageElement.addEventListener(type, listener, { capture: true, signal: this.#ended.signal })
    listen('pointerover', event => {
      if (event.pointerType !== 'touch') this.#point(hintedAround(event.target))
    })
    listen('pointerout', ({ relatedTarget }) => {
      if (!relatedTarget) this.#point(undefined)
    })
    listen('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches(':focus-visible')) this.#point(hintedAround(target))
    })
    listen('focusout', ({ target }) => {
      if (hintedAround(target) === this.#over) this.#point(undefined)
    })
    listen('keydown', ({ key }) => {
      if (key === 'Escape') this.#close()
    })
    listen('scroll', ({ target }) => {
      const anchor = this.getSnapshot()?.anchor
      if (anchor && target instanceof Node && target.contains(anchor)) this.#close()
    })
  }

  dispose(): void {
    this.#ended.abort()
    this.#changes.disconnect()
    this.#cancel()
  }

  #point(anchor: HTMLElement | undefined): void {
    if (anchor === this.#over) return
    this.#over = anchor
    clearTimeout(this.#opening)
    const shown = this.getSnapshot()
    if (shown && anchor !== shown.anchor && this.#closing === undefined)
      this.#closing = setTimeout(() => this.#close(), TOOLTIP_CLOSE_MS)
    if (!anchor) return
    if (anchor === shown?.anchor) this.#keep()
    else this.#opening = setTimeout(() => this.#show(anchor), TOOLTIP_OPEN_MS)
  }

  #show(anchor: HTMLElement | undefined): void {
    const text = anchor?.dataset.hint
    if (!anchor?.isConnected || !text) {
      this.#close()
      return
    }
    this.#keep()
    if (this.getSnapshot()?.anchor !== anchor) {
      this.#changes.disconnect()
      this.#changes.observe(anchor, { attributeFilter: ['data-hint'] })
    }
    this.replace({ anchor, text })
  }

  #close(): void {
    this.#cancel()
    this.#changes.disconnect()
    this.replace(undefined)
  }

  #keep(): void {
    clearTimeout(this.#closing)
    this.#closing = undefined
  }

  #cancel(): void {
    clearTimeout(this.#opening)
    this.#keep()
  }
}

const hintedAround = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(HINTED)) || undefined
