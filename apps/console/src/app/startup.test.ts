import { type Env, families } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { accessToken, authorize, logout, usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { SignOn, signOnConfig, type TokenStorage } from '@livetap/session'
import { afterEach, describe, expect, test } from 'vitest'
import { Startup, type StartupState, waitingTexts } from './startup'

const origin = 'https://console.test'

const env: Env = {
  default_client_region: 'us',
  default_webex_site_id: '1',
  default_webex_site_name: 'cisco_webex',
  default_past_days: 30,
  auth_client_id: 'console',
  auth_client_secret: '',
  auth_broker_host: families.authBroker,
  auth_identity_host: families.authIdentity,
  auth_access_token_path: accessToken.path,
  auth_access_token_url: pathOf(accessToken),
  auth_scopes: 'openid',
  gateway_url: `wss://console.test${families.asr}`,
  meeting_suffix_to_region: {},
  webex_api_url: families.webex,
  manuscripts_api_url: families.manuscripts,
  forwarded_families: [],
}
const token = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token_expires_in: 3600,
}
const user = { id: 'u1', userName: 'ann', emails: ['ann@example.org'] }

function memory(): TokenStorage {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}

interface Given {
  path?: string
  cachedAt?: number
  answers?: Partial<Record<'env' | 'token' | 'user' | 'logout', () => Response>>
}

let opened: SignOn[] = []
afterEach(() => {
  for (const signOn of opened) signOn.dispose()
  opened = []
})

function browser({ path = '/', cachedAt, answers = {} }: Given = {}) {
  const storage = memory()
  const tabStorage = memory()
  if (cachedAt !== undefined) storage.setItem('livetap.token', JSON.stringify({ token, timestamp: cachedAt }))
  const page = { href: `${origin}${path}`, left: '' }
  const said: string[] = []
  const asked: string[] = []
  const states: StartupState[] = []
  const replies: Required<NonNullable<Given['answers']>> = {
    env: () => Response.json(env),
    token: () => Response.json(token),
    user: () => Response.json(user),
    logout: () => new Response(null, { status: 204 }),
    ...answers,
  }
  const fetcher = (async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input), origin)
    const names = new Map([
      [pathOf(getEnv), 'env'],
      [pathOf(usersMe), 'user'],
      [pathOf(logout), 'logout'],
    ] as const)
    const name = names.get(pathname) ?? 'token'
    asked.push(name)
    return replies[name]()
  }) as typeof fetch
  const startup = new Startup({
    fetch: fetcher,
    href: () => page.href,
    replaceAddress: next => {
      page.href = `${origin}${next}`
    },
    leaveFor: url => {
      page.left = url
    },
    toastError: message => said.push(message),
    createSignOn: config => {
      const signOn = new SignOn({
        config: signOnConfig(config, origin),
        storage,
        tabStorage,
        origin,
        fetch: fetcher,
      })
      opened.push(signOn)
      return signOn
    },
  })
  startup.subscribe(() => states.push(startup.getSnapshot()))
  return { startup, page, said, asked, states, replies, storage }
}

const refuse = (description: string) => () =>
  Response.json({ message: 'Server Exception', errors: [{ description }], trackingId: 'T' }, { status: 500 })

describe('Startup', () => {
  test('ACC-03 the three waiting messages come in their order and are distinct', async () => {
    const { startup, states } = browser({ cachedAt: Date.now() })
    await startup.start()
    const waited = states.flatMap(state => (state.phase === 'waiting' ? [waitingTexts[state.step]] : []))
    expect(waited).toEqual([
      'Waiting for environment variables...',
      'Waiting for app authentication...',
      'Waiting for user identity...',
    ])
    expect(startup.getSnapshot()).toMatchObject({ phase: 'ready', user, env })
  })

  test('ACC-06 a failed environment toasts and aborts the rest; a retry goes on', async () => {
    const { startup, said, asked, replies } = browser({
      cachedAt: Date.now(),
      answers: { env: refuse('no config') },
    })
    await startup.start()
    expect(said).toEqual(['Failed init env variables: no config'])
    expect(asked).toEqual(['env'])
    expect(startup.getSnapshot()).toMatchObject({ phase: 'failed', step: 'environment' })
    replies.env = () => Response.json(env)
    await startup.retry()
    expect(startup.getSnapshot().phase).toBe('ready')
  })

  test('ACC-06 a failed user toasts, and only that step is tried again', async () => {
    const { startup, said, asked, replies } = browser({
      cachedAt: Date.now(),
      answers: { user: refuse('no user') },
    })
    await startup.start()
    expect(said).toEqual(['Failed init user: no user'])
    expect(startup.getSnapshot()).toMatchObject({ phase: 'failed', step: 'user' })
    replies.user = () => Response.json(user)
    await startup.retry()
    expect(startup.getSnapshot().phase).toBe('ready')
    expect(asked).toEqual(['env', 'user', 'user'])
  })

  test('ACC-25 no cached token is signed out without a toast, and the user is not asked for', async () => {
    const { startup, said, asked } = browser({ path: '/past/x' })
    await startup.start()
    expect(startup.getSnapshot()).toEqual({ phase: 'signed-out', byChoice: false })
    expect(said).toEqual([])
    expect(asked).toEqual(['env'])
  })

  test('ACC-25 a refresh that is rejected toasts and signs out', async () => {
    const { startup, said, storage } = browser({
      cachedAt: Date.now() - 700_000,
      answers: { token: () => Response.json({ error: 'invalid_grant' }, { status: 400 }) },
    })
    await startup.start()
    expect(said).toEqual(['Failed init auth: invalid_grant'])
    expect(startup.getSnapshot().phase).toBe('signed-out')
    expect(storage.getItem('livetap.token')).toBeNull()
  })

  test('ACC-06 a sign-on out of reach toasts and can be tried again', async () => {
    const { startup, said, replies } = browser({
      cachedAt: Date.now() - 700_000,
      answers: { token: () => new Response('', { status: 503 }) },
    })
    await startup.start()
    expect(said).toEqual(['Failed init auth: sign-on answered 503'])
    expect(startup.getSnapshot()).toMatchObject({ phase: 'failed', step: 'authentication' })
    replies.token = () => Response.json(token)
    await startup.retry()
    expect(startup.getSnapshot().phase).toBe('ready')
  })

  test('ACC-01 signing in returns to the asked-for address, without the code in it', async () => {
    const { startup, page } = browser({ path: '/past/a%2Fb?t=4' })
    await startup.start()
    await startup.login('/past/a%2Fb?t=4')
    const left = new URL(page.left)
    expect(left.origin + left.pathname).toBe(origin + pathOf(authorize))
    expect(left.searchParams.get('code_challenge_method')).toBe('S256')
    page.href = `${origin}/?code=c1&state=${left.searchParams.get('state')}`
    await startup.start()
    expect(startup.getSnapshot().phase).toBe('ready')
    expect(page.href).toBe(`${origin}/past/a%2Fb?t=4`)
  })

  test('ACC-10 a failed exchange says so in both texts, and the code leaves the address', async () => {
    const { startup, said, page } = browser({ path: '/?code=stolen&state=unknown&mode=x' })
    await startup.start()
    expect(said).toEqual([
      "Can't fetch token based on ?code=...",
      'Failed init auth: this sign-in was not started here',
    ])
    expect(page.href).toBe(`${origin}/?mode=x`)
    expect(startup.getSnapshot().phase).toBe('signed-out')
  })

  test('ACC-10 ?error= is reported and leaves the address', async () => {
    const { startup, said, page } = browser({ path: '/?error=access_denied&error_description=not+you' })
    await startup.start()
    expect(said).toEqual(['Failed init auth: not you'])
    expect(page.href).toBe(`${origin}/`)
  })

  test('ACC-11 logout calls the sign-on and is signed out by choice', async () => {
    const { startup, asked } = browser({ cachedAt: Date.now() })
    await startup.start()
    await startup.logout()
    expect(asked).toEqual(['env', 'user', 'logout'])
    expect(startup.getSnapshot()).toEqual({ phase: 'signed-out', byChoice: true })
  })

  test('a sign-in or sign-out in another tab is followed', async () => {
    const { startup, storage } = browser()
    await startup.start()
    storage.setItem('livetap.token', JSON.stringify({ token, timestamp: Date.now() }))
    const ready = new Promise<void>(resolve =>
      startup.subscribe(() => startup.getSnapshot().phase === 'ready' && resolve()),
    )
    startup.signOn!.followCache()
    await ready
    storage.removeItem('livetap.token')
    startup.signOn!.followCache()
    expect(startup.getSnapshot()).toEqual({ phase: 'signed-out', byChoice: false })
  })

  test('a session that ended meanwhile leads to signing in', async () => {
    const { startup, said } = browser({
      cachedAt: Date.now(),
      answers: {
        user: () =>
          Response.json(
            { message: 'Client Exception', errors: [{ description: 'Session ended' }], trackingId: 'T' },
            { status: 401 },
          ),
        token: () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      },
    })
    await startup.start()
    expect(said).toEqual(['Failed init user: Session ended'])
    expect(startup.getSnapshot().phase).toBe('signed-out')
  })
})
