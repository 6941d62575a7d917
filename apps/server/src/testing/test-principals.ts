import { randomUUID } from 'node:crypto'
import type { Authenticator } from '../platform/http/entry/entry'
import type { Principal } from '../platform/principal'

/** As users were before there were roles. */
export const testPrincipal: Principal = {
  kind: 'account',
  role: 'operator',
  userId: 'user-1',
  userName: 'user@example.com',
  emails: ['user@example.com'],
  sessionId: 'session-1',
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
}

/** Stands in for the sign-on where a test is about something else. */
export class TestPrincipals implements Authenticator {
  readonly #tokens = new Map<string, Principal>()

  /** A token that the server takes for this user from now on. */
  signIn(given: Partial<Principal> = {}): string {
    const token = `test-${randomUUID()}`
    this.#tokens.set(token, {
      ...testPrincipal,
      sessionId: randomUUID(),
      tokenExpiresAt: Date.now() + 3_600_000,
      ...given,
    })
    return token
  }

  /** What the sign-on knows of a session's user from now on. */
  change(sessionId: string, change: Partial<Principal>): void {
    for (const [token, principal] of this.#tokens)
      if (principal.sessionId === sessionId) this.#tokens.set(token, { ...principal, ...change })
  }

  signOut(token: string): void {
    this.#tokens.delete(token)
  }

  async principalOf(sessionId: string): Promise<Principal | undefined> {
    return [...this.#tokens.values()].find(principal => principal.sessionId === sessionId)
  }

  async authenticate(token: string): Promise<Principal | null> {
    const principal = this.#tokens.get(token)
    return principal && principal.tokenExpiresAt > Date.now() ? principal : null
  }
}
