import { useSyncExternalStore } from 'react'

interface Watchable<S> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => S
}

const neverChanges = () => () => {}

/**
 * The state of a session object, or what `pick` makes of it, rendered again when that changes: of an object `pick` gives one
 * that stays the same until then. Of an absent session object the state is undefined.
 */
export function useStore<S>(store: Watchable<S>): S
export function useStore<S, T>(store: Watchable<S>, pick: (state: S) => T): T
export function useStore<S>(store: Watchable<S> | undefined): S | undefined
export function useStore<S, T>(store: Watchable<S> | undefined, pick: (state: S | undefined) => T): T
export function useStore<S>(
  store: Watchable<S> | undefined,
  pick: (state: S | undefined) => unknown = state => state,
) {
  return useSyncExternalStore(store?.subscribe ?? neverChanges, () => pick(store?.getSnapshot()))
}
