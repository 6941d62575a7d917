import { ApiError } from './api-error'
import type { Scope } from './scope'

/** Between two questions. */
const AGAIN_MS = 1000
/** About a minute: a meeting that takes longer has another problem. */
const ATTEMPTS = 60

/** The documents' "Meeting is not yet ready": the call is made again until it is, or until the scope ends. */
export async function askUntilReady<T>(ask: () => Promise<T>, scope: Scope, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const isNotReady = error instanceof ApiError && error.reason === 'not-ready'
      if (!isNotReady || attempt === attempts || scope.disposed) throw error
    }
    await scope.wait(AGAIN_MS)
  }
}
