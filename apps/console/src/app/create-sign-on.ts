import { CALL_TIMEOUT_MS, type Env, TOKEN_CACHE_KEY } from '@livetap/contract'
import { exclusiveByLocks, SignOn, signOnConfig, usedTokensByLocks } from '@livetap/session'

/** The sign-on of this browser: its storages, its locks, its clock, and the other tabs. */
export function createSignOn(env: Env): SignOn {
  const signOn = new SignOn({
    config: signOnConfig(env, window.location.origin),
    storage: window.localStorage,
    tabStorage: window.sessionStorage,
    origin: window.location.origin,
    // Another tab holds the lock no longer than its own call may take.
    exclusive: exclusiveByLocks(navigator.locks, 2 * CALL_TIMEOUT_MS),
    usedTokens: usedTokensByLocks(navigator.locks),
    warn: (message, reason) => console.warn(`${message}: ${reason}`),
  })
  window.addEventListener('storage', event => {
    if (event.key === TOKEN_CACHE_KEY || event.key === null) signOn.followCache()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') signOn.wake()
  })
  return signOn
}
