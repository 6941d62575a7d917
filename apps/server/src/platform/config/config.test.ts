import { accessToken, authorize } from '@livetap/contract/calls/sign-on'
import { expect, test } from 'vitest'
import { loadConfig } from './config'
import { ConfigError } from './config-error'
import type { variables } from './variables'

const load = (env: Record<string, string> = {}) => loadConfig(env, '/srv/livetap')
const problem = (env: Record<string, string>): ConfigError => {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

const outside = {
  LIVETAP_AUTH_ISSUER: 'https://id.example',
  LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks',
  LIVETAP_AUTH_CLIENT_ID: 'console',
}

test('nothing set: everything embedded, on this machine alone', () => {
  const config = load()
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: '/srv/livetap/data',
    storage: { kind: 'folder', folder: '/srv/livetap/data/storage' },
    role: 'all',
    samples: true,
    signOn: { kind: 'embedded' },
    upstreams: {},
    logDays: 30,
  })
  expect(config.databaseUrl).toBeUndefined()
  expect(config.ledgerDays).toBeUndefined()
})

test('an empty variable is an absent one', () => {
  expect(load({ PORT: '', DATABASE_URL: '' })).toEqual(load())
})

const bad: Partial<Record<keyof typeof variables, string>> = {
  PORT: '80a',
  HOST: 'not a host',
  LIVETAP_PUBLIC_URL: 'example.com',
  DATABASE_URL: 'mysql://x/y',
  LIVETAP_DATABASE_DIRECT_URL: '127.0.0.1:5432',
  LIVETAP_STORAGE: 's3://B',
  LIVETAP_ADMIN_EMAIL: 'nobody',
  LIVETAP_ADMIN_PASSWORD: 'short',
  LIVETAP_SAMPLES: 'yes',
  LIVETAP_WHISPER: 'large',
  LIVETAP_SECRET: 'short',
  LIVETAP_NODE_URL: 'ftp://node',
  LIVETAP_CAPACITY: '0',
  LIVETAP_METRICS_TOKEN: 'a b c d e f',
  LIVETAP_ENGINE_IT_URL: 'nowhere',
  LIVETAP_TRANSLATE_URL: 'nowhere',
  LIVETAP_EMBEDDINGS_URL: 'nowhere',
  LIVETAP_EMBEDDINGS_KEY: 'two words',
  LIVETAP_EMBEDDINGS_MODEL: 'two\nlines',
  LIVETAP_EMBEDDINGS_DIMENSIONS: '8',
  LIVETAP_AUTH_ISSUER: 'nowhere',
  LIVETAP_AUTH_JWKS_URL: 'nowhere',
  LIVETAP_AUTH_INTROSPECTION_URL: 'nowhere',
  LIVETAP_AUTH_ACCESS_TOKEN_PATH: 'token',
  LIVETAP_RETENTION_DAYS: '-1',
  LIVETAP_DEFAULT_PAST_DAYS: 'seven',
  LIVETAP_SUFFIX_REGIONS: 'us',
  REDIS_URL: 'http://cache',
  LIVETAP_ROLE: 'boss',
  LIVETAP_TRUSTED_PROXIES: '10.0.0.0/33',
  LIVETAP_LOG_LEVEL: 'loud',
  LIVETAP_PARTNER_API_URL: 'https://x.example/?q=1',
  LIVETAP_ASR_URL: 'nowhere',
}

test.each(Object.entries(bad))(
  'a bad %s is one line that names it and keeps its value to itself',
  (name, value) => {
    const { message, variable } = problem({ [name]: value })
    expect(variable).toBe(name)
    expect(message).toMatch(new RegExp(`^${name}: .+`))
    expect(message.split('\n')).toHaveLength(1)
    if (name.includes('SECRET') || name.includes('TOKEN') || name.includes('PASSWORD'))
      expect(message).not.toContain(value)
  },
)

test('variables that need each other', () => {
  expect(problem({ LIVETAP_ADMIN_PASSWORD: 'long enough' }).variable).toBe('LIVETAP_ADMIN_EMAIL')
  expect(problem({ LIVETAP_DATABASE_DIRECT_URL: 'postgres://127.0.0.1/x' }).variable).toBe('DATABASE_URL')
  expect(problem({ LIVETAP_ENGINE_IT_TOKEN: 'x' }).variable).toBe('LIVETAP_ENGINE_IT_URL')
  expect(problem({ LIVETAP_EMBEDDINGS_KEY: 'x' }).variable).toBe('LIVETAP_EMBEDDINGS_URL')
  expect(problem({ LIVETAP_AUTH_CLIENT_SECRET: 'x' }).variable).toBe('LIVETAP_AUTH_CLIENT_SECRET')
  expect(problem({ LIVETAP_AUTH_ISSUER: 'https://id.example' }).variable).toBe('LIVETAP_AUTH_CLIENT_ID')
  const broker = { LIVETAP_AUTH_BROKER_URL: 'https://id.example', LIVETAP_AUTH_CLIENT_ID: 'console' }
  expect(problem(broker).variable).toBe('LIVETAP_AUTH_ISSUER')
  expect(problem({ ...outside, LIVETAP_AUTH_INTROSPECTION_URL: 'https://id.example/i' }).variable).toBe(
    'LIVETAP_AUTH_INTROSPECTION_URL',
  )
})

test.each([
  'LIVETAP_AUTH_IDENTITY_URL',
  'LIVETAP_PARTNER_API_URL',
  'LIVETAP_BACKEND_API_URL',
  'LIVETAP_TRAINABLE_URL',
  'LIVETAP_WEBEX_API_URL',
  'LIVETAP_MANUSCRIPTS_URL',
  'LIVETAP_ASR_URL',
])('%s beside the embedded sign-on is refused: its tokens never go to an upstream', name => {
  expect(problem({ [name]: 'https://up.example' }).message).toContain('never sent to an upstream')
  expect(load({ ...outside, [name]: 'https://up.example' }).signOn.kind).toBe('outside')
})

test('an outside sign-on is its issuer unless its broker is named', () => {
  expect(load(outside).upstreams.authBroker).toBe('https://id.example')
  expect(load({ ...outside, LIVETAP_AUTH_BROKER_URL: 'https://login.example/' }).upstreams.authBroker).toBe(
    'https://login.example',
  )
})

test('an issuer alone names its endpoints itself, and what is configured wins', () => {
  const signOn = (env: Record<string, string>) =>
    load({ LIVETAP_AUTH_ISSUER: 'https://id.example/', LIVETAP_AUTH_CLIENT_ID: 'console', ...env }).signOn
  expect(signOn({})).toMatchObject({
    check: { kind: 'discovery', issuer: 'https://id.example/' },
    endpoints: { authorize: undefined, accessToken: undefined, logout: undefined },
  })
  expect(signOn({ LIVETAP_AUTH_ACCESS_TOKEN_PATH: '/token' })).toMatchObject({
    endpoints: { authorize: undefined, accessToken: 'https://id.example/token', logout: undefined },
  })
  expect(signOn({ LIVETAP_AUTH_BROKER_URL: 'https://login.example/' })).toMatchObject({
    check: { kind: 'discovery' },
    endpoints: { authorize: `https://login.example${authorize.path}` },
  })
  expect(signOn({ LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks' })).toMatchObject({
    check: { kind: 'jwks', issuer: 'https://id.example' },
    endpoints: { accessToken: `https://id.example${accessToken.path}` },
  })
})

test('proxies are named by address, network or as loopback', () => {
  const named = (LIVETAP_TRUSTED_PROXIES: string) => load({ LIVETAP_TRUSTED_PROXIES }).trustedProxies
  expect(load().trustedProxies).toBeUndefined()
  expect(named('10.0.0.7, 10.1.0.0/16,::1,fd00::/8,loopback')).toEqual([
    '10.0.0.7',
    '10.1.0.0/16',
    '::1',
    'fd00::/8',
    'loopback',
  ])
  for (const wrong of ['proxy.example', '10.0.0.0/8/8', '10.0.0.0/x', '10.0.0.7,,::1'])
    expect(problem({ LIVETAP_TRUSTED_PROXIES: wrong }).variable).toBe('LIVETAP_TRUSTED_PROXIES')
})

test('storage in a bucket', () => {
  expect(load({ LIVETAP_STORAGE: 's3://recordings/eu' }).storage).toEqual({
    kind: 's3',
    bucket: 'recordings',
    prefix: 'eu',
  })
})
