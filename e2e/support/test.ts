import { test as base, expect } from '@playwright/test'
import { endRoutes, type Problems, watchContext } from './browser/problems'
import { TestServer } from './server'
import { newSignedInState, type SignedInState } from './sign-in'

/** Younger than half an access token's life: no test refreshes what another one holds. */
const stateMaxAgeMs = 4 * 60_000

interface WorkerFixtures {
  /** `test.use({ serverFor: 'this file' })` gives a file a server that no other file leaves anything on. */
  serverFor: string
  server: TestServer
  /** A signed-in browser state, shared for a few minutes. Tests that log out make their own. */
  signedInState: () => Promise<SignedInState>
}

interface TestFixtures {
  /** `test.use({ signedIn: false })` starts without a session. */
  signedIn: boolean
  /** CSP violations and uncaught errors; the test fails when any is left at its end. */
  problems: Problems
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverFor: ['all files', { scope: 'worker', option: true }],

  server: [
    // Playwright starts another worker, and so another server, where the value differs.
    async ({ serverFor: _ }, use) => {
      const server = await TestServer.start()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  signedInState: [
    async ({ browser, server }, use) => {
      let held: { state: SignedInState; at: number } | undefined
      await use(async () => {
        if (!held || Date.now() - held.at > stateMaxAgeMs)
          held = { state: await newSignedInState(browser, server.origin), at: Date.now() }
        return held.state
      })
    },
    { scope: 'worker' },
  ],

  signedIn: [true, { option: true }],

  baseURL: async ({ server }, use) => use(server.origin),

  storageState: async ({ signedIn, signedInState }, use) =>
    use(signedIn ? await signedInState() : { cookies: [], origins: [] }),

  problems: [
    async ({ context }, use) => {
      const problems = await watchContext(context)
      await use(problems)
      await endRoutes(context)
      expect(problems.found, 'CSP violations and uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
