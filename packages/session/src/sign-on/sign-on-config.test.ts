import { type Env, families } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { signOnConfig } from './sign-on-config'

const env = (more: Partial<Env>) =>
  ({
    auth_client_id: 'console',
    auth_scopes: 'openid',
    auth_broker_host: `https://console.test${families.authBroker}`,
    auth_access_token_path: accessToken.path,
    auth_access_token_url: `https://console.test${pathOf(accessToken)}`,
    ...more,
  }) as Env

const origin = 'https://console.test'

test('ACC-19 the sign-on addresses come from the environment', () => {
  expect(signOnConfig(env({}), origin)).toEqual({
    authorizeUrl: `https://console.test${pathOf(authorize)}`,
    tokenUrl: `https://console.test${pathOf(accessToken)}`,
    logoutUrl: `https://console.test${pathOf(logout)}`,
    clientId: 'console',
    scopes: 'openid',
    redirectUri: 'https://console.test/',
  })
})

test('ACC-19 a broker elsewhere is visited by the browser, while calls stay with the gateway', () => {
  const config = signOnConfig(env({ auth_broker_host: 'https://id.test/sso/' }), origin)
  expect(config.authorizeUrl).toBe(`https://id.test/sso${authorize.path}`)
  expect(config.logoutUrl).toBe(`https://console.test${pathOf(logout)}`)
})

test('ACC-19 paths are taken as paths of this origin, and a missing token address is made of its parts', () => {
  const config = signOnConfig(
    env({
      auth_broker_host: families.authBroker,
      auth_access_token_url: '',
      auth_access_token_path: '/token',
    }),
    origin,
  )
  expect(config.tokenUrl).toBe(`https://console.test${families.authBroker}/token`)
  expect(config.logoutUrl).toBe(`https://console.test${pathOf(logout)}`)
})
