import type { Env } from '@livetap/contract'
import { expect, test } from 'vitest'
import { signOnConfig } from './sign-on-config'

const env = (more: Partial<Env>) =>
  ({
    auth_client_id: 'console',
    auth_scopes: 'openid',
    auth_broker_host: 'https://console.test/auth-broker',
    auth_access_token_path: '/oauth2/v1/access_token',
    auth_access_token_url: 'https://console.test/auth-broker/oauth2/v1/access_token',
    ...more,
  }) as Env

const origin = 'https://console.test'

test('ACC-19 the sign-on addresses come from the environment', () => {
  expect(signOnConfig(env({}), origin)).toEqual({
    authorizeUrl: 'https://console.test/auth-broker/oauth2/v1/authorize',
    tokenUrl: 'https://console.test/auth-broker/oauth2/v1/access_token',
    logoutUrl: 'https://console.test/auth-broker/oauth2/v1/logout',
    clientId: 'console',
    scopes: 'openid',
    redirectUri: 'https://console.test/',
  })
})

test('ACC-19 a broker elsewhere is visited by the browser, while calls stay with the gateway', () => {
  const config = signOnConfig(env({ auth_broker_host: 'https://id.test/sso/' }), origin)
  expect(config.authorizeUrl).toBe('https://id.test/sso/oauth2/v1/authorize')
  expect(config.logoutUrl).toBe('https://console.test/auth-broker/oauth2/v1/logout')
})

test('ACC-19 paths are taken as paths of this origin, and a missing token address is made of its parts', () => {
  const config = signOnConfig(
    env({ auth_broker_host: '/auth-broker', auth_access_token_url: '', auth_access_token_path: '/token' }),
    origin,
  )
  expect(config.tokenUrl).toBe('https://console.test/auth-broker/token')
  expect(config.logoutUrl).toBe('https://console.test/auth-broker/oauth2/v1/logout')
})
