import type { Scope } from '../scope'
import type { HotwordClient } from './connection/hotword-client'

/** A confirmation that takes longer is asked for once more; the service handles a repeated command once. */
const AGAIN_MS = 3000

export interface Asking {
  client: HotwordClient
  scope: Scope
  /** Of what `isConfirmed` looks at. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Sends a command until it is confirmed: once more after every reconnect, and when no answer comes. False when the
 * first time failed already, which the client reports by itself, or when the scope ended.
 */
export async function askUntil(
  { client, scope, subscribe }: Asking,
  send: () => boolean,
  isConfirmed: () => boolean,
  /** Without a connection it is sent as soon as there is one. */
  { mayWait = false } = {},
): Promise<boolean> {
  if ((client.isOpen || !mayWait) && !send()) return false
  return await new Promise(resolve => {
    const waiting = scope.child()
    const finish = () => {
      resolve(isConfirmed())
      waiting.dispose()
    }
    const again = () => {
      if (!isConfirmed() && client.isOpen) send()
    }
    let wasOpen = client.isOpen
    waiting.add(subscribe(() => isConfirmed() && finish()))
    waiting.add(
      client.subscribe(() => {
        const { state } = client.getSnapshot()
        const isOpen = state === 'connected' || state === 'unstable'
        if (isOpen && !wasOpen) again()
        wasOpen = isOpen
      }),
    )
    waiting.interval(again, AGAIN_MS)
    waiting.add(() => resolve(isConfirmed()))
    if (isConfirmed()) finish()
  })
}
