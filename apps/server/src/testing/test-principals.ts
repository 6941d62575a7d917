import { randomUUID } from 'node:crypto'
import type { Authenticator } from '../platform/http/entry/entry'
import type { Principal } from '../platform/principal'

/** Stands in for the sign-on where a test is about something else. */
export class TestPrincipals implements Authenticator {
  readonly #tokens = new Map<string, Principal>()

  /** A token that the server takes for this user from now on. */
  signIn(given: Partial<Principal> = {}): string {
    const token = `test-${randomUUID()}`
    this.#tokens.set(token, {
      userId: 'user-1',
      userName: 'user@example.com',
      emails: ['user@example.com'],
      sessionId: randomUUID(),
      tokenExpiresAt: Date.now() + 600_000,
      ...given,
    })
    return token
  }

  signOut(token: string): void {
    this.#tokens.delete(token)
  }

  async isSessionLive(sessionId: string): Promise<boolean> {
    return [...this.#tokens.values()].some(principal => principal.sessionId === sessionId)
  }

  async authenticate(token: string): Promise<Principal | null> {
    const principal = this.#tokens.get(token)
    return principal && principal.tokenExpiresAt > Date.now() ? principal : null
  }
}
