import type { TokenStorage } from './token-cache'

const KEY = 'livetap.sign-in'

/** What this tab remembers between leaving for the sign-on and coming back. */
export interface PendingSignIn {
  state: string
  verifier: string
  returnPath: string
}

/** Kept in session storage: one sign-in a tab, gone with it, and taken exactly once. */
export class PendingSignInStore {
  readonly #storage: TokenStorage

  constructor(storage: TokenStorage) {
    this.#storage = storage
  }

  put(pending: PendingSignIn): void {
    this.#storage.setItem(KEY, JSON.stringify(pending))
  }

  take(): PendingSignIn | null {
    const stored = this.#storage.getItem(KEY)
    this.#storage.removeItem(KEY)
    if (stored === null) return null
    try {
      const value = JSON.parse(stored) as Partial<PendingSignIn>
      const { state, verifier, returnPath } = value
      if (typeof state !== 'string' || typeof verifier !== 'string' || typeof returnPath !== 'string')
        return null
      return { state, verifier, returnPath }
    } catch {
      return null
    }
  }
}
