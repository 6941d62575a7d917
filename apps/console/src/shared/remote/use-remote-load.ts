import type { RemoteState } from '@livetap/session'
import { type DependencyList, useEffect } from 'react'
import { useRemoteCall } from './use-remote-call'

/** A remote call that runs when the screen opens and again whenever `deps` change. */
export function useRemoteLoad<T>(
  task: (signal: AbortSignal) => Promise<T>,
  deps: DependencyList,
): RemoteState<T> & { reload: () => void } {
  const { run, cancel: _cancel, reset: _reset, ...state } = useRemoteCall(task)
  useEffect(() => void run(), [run, ...deps])
  return { ...state, reload: () => void run() }
}
