import { UNDO_MS } from '@livetap/contract'
import { Scope } from './scope'
import { steadyNow } from './steady-now'
import { Store } from './store'

/** What has just been done and can be taken back for a while. */
export interface UndoOffer {
  /** What was done: "Deleted Journey". */
  text: string
  onUndo: () => void
  /** It can no longer be taken back: what was put off until now is done. */
  onSettled?: () => void
}

export interface ShownOffer {
  readonly id: number
  readonly text: string
}

export interface UndoOffersState {
  /** The oldest first. */
  readonly offers: readonly ShownOffer[]
  /** Someone is about to choose: no time passes. */
  readonly isHeld: boolean
}

/** More than these are not read; the oldest is settled. */
const MAX_OFFERS = 3

interface HeldOffer extends ShownOffer {
  readonly offer: UndoOffer
  leftMs: number
  clock: { since: number; stop: () => void } | undefined
}

/** Everything that can be taken back now, across screens: each for ten seconds. */
export class UndoOffers extends Store<UndoOffersState> {
  readonly #scope = new Scope()
  #held: readonly HeldOffer[] = []
  #nextId = 1

  constructor() {
    super({ offers: [], isHeld: false })
  }

  /** The answer withdraws it: it was taken back elsewhere, or can be no more. */
  readonly offer = (offer: UndoOffer): (() => void) => {
    const held: HeldOffer = {
      id: this.#nextId++,
      text: offer.text,
      offer,
      leftMs: UNDO_MS,
      clock: undefined,
    }
    this.#held = [...this.#held, held]
    if (!this.getSnapshot().isHeld) this.#run(held)
    this.#show()
    if (this.#held.length > MAX_OFFERS) this.settle(this.#held[0]!.id)
    return () => void this.#take(held.id)
  }

  readonly undo = (id: number): void => this.#take(id)?.onUndo()

  readonly undoNewest = (): void => {
    const newest = this.#held.at(-1)
    if (newest) this.undo(newest.id)
  }

  readonly settle = (id: number): void => this.#take(id)?.onSettled?.()

  /** The page goes: what was put off is done now. */
  readonly settleAll = (): void => {
    for (const { id } of this.#held) this.settle(id)
  }

  readonly hold = (): void => {
    if (this.getSnapshot().isHeld) return
    for (const held of this.#held) pause(held)
    this.set({ isHeld: true })
  }

  readonly resume = (): void => {
    if (!this.getSnapshot().isHeld) return
    this.set({ isHeld: false })
    for (const held of this.#held) this.#run(held)
  }

  #run(held: HeldOffer): void {
    const stop = this.#scope.timeout(() => this.settle(held.id), held.leftMs)
    held.clock = { since: steadyNow(), stop }
  }

  #take(id: number): UndoOffer | undefined {
    const held = this.#held.find(one => one.id === id)
    if (!held) return undefined
    pause(held)
    this.#held = this.#held.filter(one => one !== held)
    this.#show()
    return held.offer
  }

  #show(): void {
    const offers = this.#held.map(({ id, text }) => ({ id, text }))
    // What was hovered is gone: nothing would tell that the pointer has left it.
    this.set({ offers, ...(offers.length === 0 && { isHeld: false }) })
  }
}

function pause(held: HeldOffer): void {
  if (!held.clock) return
  held.clock.stop()
  held.leftMs -= steadyNow() - held.clock.since
  held.clock = undefined
}
