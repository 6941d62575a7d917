import { RemoteCall, type RemoteOutcome, type RemoteState } from '@livetap/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '../use-store'

export interface UseRemoteCall<Args extends unknown[], T> extends RemoteState<T> {
  /** Never rejects: read the outcome's phase. */
  run: (...args: Args) => Promise<RemoteOutcome<T>>
  cancel: () => void
  reset: () => void
}

/**
 * A remote call owned by the component: request, success, failure, fulfil. It is cancelled with the
 * component. The newest `task` is used at the next run; `run`, `cancel` and `reset` never change.
 */
export function useRemoteCall<Args extends unknown[], T>(
  task: (signal: AbortSignal, ...args: Args) => Promise<T>,
): UseRemoteCall<Args, T> {
  const newest = useEffectEvent(task)
  const [call] = useState(() => new RemoteCall<Args, T>(newest))
  useEffect(() => call.cancel, [call])
  const state = useStore(call)
  return { ...state, run: call.run, cancel: call.cancel, reset: call.reset }
}
