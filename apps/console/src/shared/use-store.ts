import { useSyncExternalStore } from 'react'

interface Watchable<S> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => S
}

/** The state of a session object, rendered again when it changes. */
export const useStore = <S>(store: Watchable<S>): S =>
  useSyncExternalStore(store.subscribe, store.getSnapshot)
