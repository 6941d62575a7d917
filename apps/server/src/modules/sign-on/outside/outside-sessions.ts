import type { Authenticator } from '../../../platform/http/entry/entry'
import type { Principal } from '../../../platform/principal'
import type { OutsideSessionsStore } from './outside-sessions.store'

/** Of this process: sessions whose rights are written as they are now. */
const MAX_KNOWN = 10_000

/**
 * Remembers who the sessions of an outside provider are of, by the token that was checked last: a signed address or a
 * ticket is decided by what its user may do now, on any node.
 */
export class OutsideSessions {
  readonly #known = new Map<string, string>()

  constructor(private readonly store: OutsideSessionsStore) {}

  keeping(authenticator: Authenticator): Authenticator {
    return {
      authenticate: async token => {
        const principal = await authenticator.authenticate(token)
        if (principal) await this.#keep(principal)
        return principal
      },
    }
  }

  principalOf(sessionId: string): Promise<Principal | undefined> {
    return this.store.find(sessionId)
  }

  async #keep(principal: Principal): Promise<void> {
    const { sessionId, role, emails, tokenExpiresAt } = principal
    // A token without an end of its own is given a new one whenever it is checked.
    const state = [role, ...emails, Math.floor(tokenExpiresAt / 3_600_000)].join(' ')
    if (this.#known.get(sessionId) === state) return
    await this.store.keep(principal)
    const [oldest] = this.#known.keys()
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    else if (this.#known.size === 0) await this.store.removeOld()
    this.#known.set(sessionId, state)
  }
}
