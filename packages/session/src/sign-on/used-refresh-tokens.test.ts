import { describe, expect, test } from 'vitest'
import { type UsedRefreshTokens, usedTokensByLocks, usedTokensInProcess } from './used-refresh-tokens'

/** The part of the browser's lock manager that marks use. */
function lockManager() {
  const held: { name: string }[] = []
  return {
    held,
    query: async () => ({ held: [...held] }),
    request: async (name: string, _options: { mode: 'shared' }, task: () => Promise<void>) => {
      const lock = { name }
      held.push(lock)
      await task()
      held.splice(held.indexOf(lock), 1)
    },
  }
}

const kinds: [string, () => UsedRefreshTokens][] = [
  ['in process', usedTokensInProcess],
  ['by locks', () => usedTokensByLocks(lockManager())],
]

describe.each(kinds)('used refresh tokens %s', (_, create) => {
  test('a token is used once it was marked', async () => {
    const marks = create()
    expect(await marks.has('one')).toBe(false)
    await marks.add('one')
    expect(await marks.has('one')).toBe(true)
    expect(await marks.has('two')).toBe(false)
  })
})

test('a mark is seen by every tab, names no token, and gives way to the next', async () => {
  const locks = lockManager()
  const [one, two] = [usedTokensByLocks(locks), usedTokensByLocks(locks)]
  await one.add('refresh-1')
  expect(await two.has('refresh-1')).toBe(true)
  expect(locks.held.map(lock => lock.name).join()).not.toContain('refresh-1')
  await one.add('refresh-2')
  await Promise.resolve()
  expect(await two.has('refresh-2')).toBe(true)
  expect(locks.held).toHaveLength(1)
})
