import { RemoteCall } from '@livetap/session'

/** One remote call as a promise, for what keeps the answers itself: a cancelled call rejects as aborted. */
export async function runToEnd<T>(
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const call = new RemoteCall<[], T>(task)
  signal.addEventListener('abort', call.cancel, { once: true })
  try {
    signal.throwIfAborted()
    const outcome = await call.run()
    if (outcome.phase === 'success') return outcome.data
    throw outcome.phase === 'failure' ? outcome.error : new DOMException('cancelled', 'AbortError')
  } finally {
    signal.removeEventListener('abort', call.cancel)
  }
}
