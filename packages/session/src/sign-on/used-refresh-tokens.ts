import { challengeOf } from './pkce'

/** Which refresh tokens were used up, the same for every tab at every moment. */
export interface UsedRefreshTokens {
  has(refreshToken: string): Promise<boolean>
  add(refreshToken: string): Promise<void>
}

interface SharedLocks {
  query(): Promise<{ held?: { name?: string }[] }>
  request(name: string, options: { mode: 'shared' }, task: () => Promise<void>): Promise<unknown>
}

/**
 * A mark is a held lock: unlike local storage, whose writes reach other tabs with a delay, locks are kept in one
 * place. This tab holds the newest mark of its own until it closes.
 */
export function usedTokensByLocks(locks: SharedLocks): UsedRefreshTokens {
  let releaseLast = () => {}
  const nameOf = async (refreshToken: string) => `livetap.spent.${await challengeOf(refreshToken)}`
  return {
    async has(refreshToken) {
      const name = await nameOf(refreshToken)
      const { held = [] } = await locks.query()
      return held.some(lock => lock.name === name)
    },
    async add(refreshToken) {
      const name = await nameOf(refreshToken)
      const releaseBefore = releaseLast
      await new Promise<void>((granted, failed) => {
        const released = new Promise<void>(release => {
          releaseLast = release
        })
        locks
          .request(name, { mode: 'shared' }, () => {
            granted()
            return released
          })
          .catch(failed)
      })
      releaseBefore()
    },
  }
}

/** For where there are no locks, and so only this page to mind. */
export function usedTokensInProcess(): UsedRefreshTokens {
  let last: string | undefined
  return {
    has: async refreshToken => refreshToken === last,
    add: async refreshToken => {
      last = refreshToken
    },
  }
}
