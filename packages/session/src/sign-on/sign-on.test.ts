import { TOKEN_REFRESH_GRACE_MS } from '@livetap/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { laggingView, memoryStorage } from '../memory-storage.test-support'
import { exclusiveInProcess } from './exclusive'
import { ScriptedSignOn } from './scripted-sign-on.test-support'
import { SignOn } from './sign-on'
import { usedTokensInProcess } from './used-refresh-tokens'

const origin = 'https://console.test'

function browser(server = new ScriptedSignOn()) {
  const storage = memoryStorage()
  const exclusive = exclusiveInProcess()
  const usedTokens = usedTokensInProcess()
  const warnings: string[] = []
  const tab = (view = storage) =>
    new SignOn({
      config: server.config,
      storage: view,
      tabStorage: memoryStorage(),
      origin,
      fetch: server.fetch,
      exclusive,
      usedTokens,
      now: () => Date.now(),
      warn: (message, reason) => warnings.push(`${message}: ${reason}`),
    })
  const cached = () => JSON.parse(storage.getItem('livetap.token') ?? 'null')
  return { server, storage, warnings, tab, cached }
}

/** Signs a tab in the way a user does: leave with begin, come back with the code. */
async function signIn(signOn: SignOn, server: ScriptedSignOn, returnPath = '/') {
  const address = new URL(await signOn.begin(returnPath))
  return signOn.enter(server.authorize(address))
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('signing in', () => {
  test('ACC-10 ?code= is exchanged for a token with its verifier, and the asked-for path comes back', async () => {
    const { server, tab, cached } = browser()
    const signOn = tab()
    const entry = await signIn(signOn, server, '/past/a%2Fb?t=3#x')
    expect(entry).toEqual({ token: 'access-1', returnPath: '/past/a%2Fb?t=3#x' })
    expect(signOn.accessToken()).toBe('access-1')
    expect(cached()).toMatchObject({ token: { access_token: 'access-1' }, timestamp: 1_000_000 })
  })

  test('ACC-10 a code with a foreign state, a used one or none pending is not exchanged', async () => {
    const { server, tab } = browser()
    const signOn = tab()
    const address = new URL(await signOn.begin('/'))
    const back = new URL(server.authorize(address))
    back.searchParams.set('state', 'forged')
    await expect(signOn.enter(back.href)).rejects.toMatchObject({ reason: 'exchange_failed' })
    await expect(signOn.enter(`${origin}/?code=x&state=y`)).rejects.toMatchObject({
      reason: 'exchange_failed',
    })
    expect(server.requests).toEqual([])
  })

  test('ACC-10 a failed exchange keeps the words of the sign-on and no code', async () => {
    const { server, tab, cached } = browser()
    const signOn = tab()
    await signOn.begin('/')
    server.failNext(400, { error: 'invalid_grant', error_description: 'grant request is invalid' })
    const address = new URL(await signOn.begin('/'))
    await expect(signOn.enter(server.authorize(address))).rejects.toMatchObject({
      reason: 'exchange_failed',
      message: 'grant request is invalid',
    })
    expect(cached()).toBeNull()
  })

  test('ACC-10 ?error= is reported', async () => {
    const { tab } = browser()
    await expect(
      tab().enter(`${origin}/?error=access_denied&error_description=not%20you`),
    ).rejects.toMatchObject({
      reason: 'refused',
      message: 'not you',
    })
    await expect(tab().enter(`${origin}/?error=access_denied`)).rejects.toMatchObject({
      message: 'access_denied',
    })
  })

  test('ACC-01 only a path of this origin is returned to', async () => {
    const { server, tab } = browser()
    for (const evil of [
      'https://evil.test/x',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '/login',
    ]) {
      const entry = await signIn(tab(), server, evil)
      expect(entry.returnPath).toBe('/')
    }
  })

  test('ACC-25 no cached token is null, not an error', async () => {
    const { server, tab } = browser()
    expect(await tab().enter(`${origin}/past/x`)).toEqual({ token: null, returnPath: null })
    expect(server.requests).toEqual([])
  })
})

describe('staying signed in', () => {
  test('ACC-07 a cached token is used while its age is below expires_in', async () => {
    const { server, tab } = browser()
    await signIn(tab(), server)
    vi.setSystemTime(1_000_000 + 599_999)
    expect((await tab().enter(origin)).token).toBe('access-1')
    expect(server.refreshes).toBe(0)
  })

  test('ACC-08 an expired token younger than the refresh lifetime is refreshed, an older one cleared', async () => {
    const { server, tab, cached } = browser()
    const first = tab()
    await signIn(first, server)
    first.dispose()
    vi.setSystemTime(1_000_000 + 600_000)
    const second = tab()
    expect((await second.enter(origin)).token).toBe('access-2')
    second.dispose()
    vi.setSystemTime(1_000_000 + 600_000 + 3_600_000)
    expect((await tab().enter(origin)).token).toBeNull()
    expect(cached()).toBeNull()
    expect(server.refreshes).toBe(1)
  })

  test('ACC-08 a refresh the sign-on rejects clears the cache and fails; an unreachable one keeps it', async () => {
    const { server, tab, cached } = browser()
    const first = tab()
    await signIn(first, server)
    first.dispose()
    vi.setSystemTime(1_000_000 + 700_000)
    server.failNext(503, {})
    await expect(tab().enter(origin)).rejects.toMatchObject({ reason: 'unreachable' })
    expect(cached()).not.toBeNull()
    server.failNext(400, { error: 'invalid_grant' })
    await expect(tab().enter(origin)).rejects.toMatchObject({ reason: 'rejected', message: 'invalid_grant' })
    expect(cached()).toBeNull()
  })

  test('ACC-09 the token is refreshed 30 seconds before it expires', async () => {
    const { server, tab } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    await vi.advanceTimersByTimeAsync(569_999)
    expect(server.refreshes).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.refreshes).toBe(1)
    expect(signOn.accessToken()).toBe('access-2')
    await vi.advanceTimersByTimeAsync(570_000)
    expect(signOn.accessToken()).toBe('access-3')
  })

  test('ACC-09 a failed background refresh only warns, keeps the token and tries again', async () => {
    const { server, tab, warnings } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    server.failNext(502, {})
    await vi.advanceTimersByTimeAsync(570_000)
    expect(warnings).toEqual(['token refresh failed: sign-on answered 502'])
    expect(signOn.accessToken()).toBe('access-1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(signOn.accessToken()).toBe('access-2')
  })

  test('ACC-09 a refresh whose answer hangs is tried twice more while the sign-on still takes the same token', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const over = new AbortController()
      setTimeout(() => over.abort(new Error('timed out')), ms)
      return over.signal
    })
    const { server, tab } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    await vi.advanceTimersByTimeAsync(569_999)
    server.loseNext(2)
    await vi.advanceTimersByTimeAsync(1 + TOKEN_REFRESH_GRACE_MS - 1)
    expect(server.refreshes).toBe(1)
    expect(server.reused).toBe(false)
    expect(signOn.accessToken()).toBe('access-2')
  })

  test('ACC-09 lifetimes of the maximum safe integer do not fire at once', async () => {
    const server = new ScriptedSignOn({ withoutLifetimes: true })
    const { tab } = browser(server)
    const signOn = tab()
    await signIn(signOn, server)
    await vi.advanceTimersByTimeAsync(3 * 2_147_483_647)
    expect(server.refreshes).toBe(0)
    expect(signOn.accessToken()).toBe('access-1')
  })

  test('ACC-09 a clock that jumps back neither signs out nor refreshes in a loop', async () => {
    const { server, tab } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    vi.setSystemTime(10)
    signOn.wake()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(signOn.accessToken()).toBe('access-1')
    expect(server.refreshes).toBe(0)
    expect((await tab().enter(origin)).token).toBe('access-1')
  })

  test('ACC-09 two tabs refreshing together use each refresh token once and stay signed in', async () => {
    const { server, tab } = browser()
    const one = tab()
    await signIn(one, server)
    const two = tab()
    await two.enter(origin)
    await vi.advanceTimersByTimeAsync(570_000)
    expect(server.refreshes).toBe(1)
    expect(server.reused).toBe(false)
    expect(one.accessToken()).toBe('access-2')
    expect(two.accessToken()).toBe('access-2')
  })

  test('ACC-09 a tab that followed the cache while it waited for the lock does not refresh again', async () => {
    const { server, tab } = browser()
    const one = tab()
    await signIn(one, server)
    const two = tab()
    await two.enter(origin)
    one.subscribe(two.followCache)
    expect(await Promise.all([one.renew('access-1'), two.renew('access-1')])).toEqual([true, true])
    expect(server.refreshes).toBe(1)
    expect(two.accessToken()).toBe('access-2')
  })

  test('ACC-09 a tab that sees the cache too late waits for the newer token instead of using a used one', async () => {
    const { server, storage, tab } = browser()
    const one = tab()
    await signIn(one, server)
    const two = tab(laggingView(storage, 300))
    await two.enter(origin)
    const renewed = Promise.all([one.renew('access-1'), two.renew('access-1')])
    await vi.advanceTimersByTimeAsync(400)
    expect(await renewed).toEqual([true, true])
    expect(server.reused).toBe(false)
    expect(server.refreshes).toBe(1)
    expect(two.accessToken()).toBe('access-2')
  })

  test('ACC-09 a newer token that never arrives is no reason to sign out', async () => {
    const { server, storage, tab, cached } = browser()
    const one = tab()
    await signIn(one, server)
    const two = tab(laggingView(storage, 60_000))
    await two.enter(origin)
    const renewed = Promise.all([one.renew('access-1'), two.renew('access-1')])
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await renewed).toEqual([true, false])
    expect(server.reused).toBe(false)
    expect(two.accessToken()).toBe('access-1')
    expect(cached().token.access_token).toBe('access-2')
  })

  test('a refused access token is renewed once for all callers, and a dead session signs out', async () => {
    const { server, tab, cached } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    expect(await Promise.all([signOn.renew('access-1'), signOn.renew('access-1')])).toEqual([true, true])
    expect(server.refreshes).toBe(1)
    expect(await signOn.renew('access-1')).toBe(true)
    server.failNext(400, { error: 'invalid_grant' })
    expect(await signOn.renew('access-2')).toBe(false)
    expect(signOn.accessToken()).toBeNull()
    expect(cached()).toBeNull()
  })
})

describe('signing out', () => {
  test('ACC-11 logout sends the access token to the sign-on and clears the cache', async () => {
    const { server, tab, cached } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    await signOn.logout()
    expect(server.loggedOut).toEqual(['access-1'])
    expect(cached()).toBeNull()
    expect(signOn.accessToken()).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ACC-11 a sign-in, in any tab, begins once the logout under way has ended the old session', async () => {
    const { server, tab } = browser()
    const [one, two] = [tab(), tab()]
    await signIn(one, server)
    const release = server.holdNext()
    const leaving = one.logout()
    expect(one.accessToken()).toBeNull()
    const begun = vi.fn()
    const beginning = Promise.all([one, two].map(signOn => signOn.begin('/').then(begun)))
    for (let i = 0; i < 3; i++) await browser().tab().begin('/')
    expect(begun).not.toHaveBeenCalled()
    release()
    await leaving
    await beginning
    expect(server.loggedOut).toEqual(['access-1'])
  })

  test('ACC-11 a logout that does not reach the sign-on does not prevent signing in', async () => {
    const { server, tab } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    server.failNext(500, {})
    await signOn.logout()
    expect(await signIn(signOn, server)).toMatchObject({ token: 'access-2' })
  })

  test('the other tab follows a logout and a sign-in through the cache', async () => {
    const { server, tab } = browser()
    const one = tab()
    const two = tab()
    const changes = vi.fn()
    two.subscribe(changes)
    await signIn(one, server)
    two.followCache()
    expect(two.accessToken()).toBe('access-1')
    await one.logout()
    two.followCache()
    expect(two.accessToken()).toBeNull()
    expect(changes).toHaveBeenCalledTimes(2)
  })

  test('a logout during a refresh wins', async () => {
    const { server, tab, cached } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    const release = server.holdNext()
    const renewing = signOn.renew('access-1')
    await vi.waitFor(() => expect(server.requests).toHaveLength(2))
    await signOn.logout()
    release()
    expect(await renewing).toBe(false)
    expect(cached()).toBeNull()
    expect(signOn.accessToken()).toBeNull()
  })

  test('no token is ever in an address or a warning', async () => {
    const { server, tab, warnings } = browser()
    const signOn = tab()
    await signIn(signOn, server)
    server.failNext(500, {})
    await signOn.renew('access-1')
    server.failNext(500, {})
    await signOn.logout()
    expect(warnings).toHaveLength(2)
    for (const text of [...warnings, ...server.requests])
      expect(text).not.toMatch(/access-\d|refresh-\d|code-\d/)
  })
})
