import { errorBodySchema, families, tokenSchema, userSchema } from '@livetap/contract'
import { accessToken } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { strictParse } from '../../testing/answer-check'
import { BROKER_PREFIX, brokerPaths } from './broker/broker-paths'
import { signInTexts } from './broker/sign-in-texts'
import { Browser } from './testing/browser'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, useSignOnServer } from './testing/sign-on-server'

const site = useSignOnServer()

const console = () => new ConsoleClient(site.server.origin)

describe('signing in', () => {
  test('ACC-21 code and PKCE lead to a token, and the token to the user', async () => {
    const client = console()
    const arrived = await client.submit(await client.authorize(), ' ADA@example.com ', ADMIN.password)
    const landed = new URL(arrived.url)
    expect(landed.origin + landed.pathname).toBe(`${site.server.origin}/`)
    expect(landed.searchParams.get('state')).toBe(client.state)

    const answer = await client.exchange(arrived)
    expect(answer.status).toBe(200)
    expect(strictParse(tokenSchema, { ...answer, status: undefined })).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
    })
    const fortnight = 14 * 24 * 60 * 60
    expect(answer.refresh_token_expires_in).toBeLessThanOrEqual(fortnight)
    expect(answer.refresh_token_expires_in).toBeGreaterThan(fortnight - 3600)
    const claims = decodeJwt(answer.access_token)
    expect(claims).toMatchObject({ aud: 'livetap', sid: expect.any(String) })
    expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(600)

    const me = await client.me(answer.access_token)
    const body = await me.json()
    expect(body.emails).toEqual([{ value: ADMIN.email, type: 'work', primary: true }])
    expect(strictParse(userSchema, body)).toMatchObject({
      id: claims.sub,
      userName: ADMIN.email,
      emails: [ADMIN.email],
    })
  })

  test('a browser that is signed in gets its next code without the page', async () => {
    const first = console()
    await first.signIn(ADMIN.email, ADMIN.password)
    const second = new ConsoleClient(site.server.origin, first.browser)
    const arrived = await second.authorize()
    expect((await second.exchange(arrived)).status).toBe(200)
  })

  test('wrong credentials: the page again, with a reason, the e-mail and a way on', async () => {
    const client = console()
    const page = await client.submit(await client.authorize(), ADMIN.email, 'wrong')
    expect(page.status).toBe(401)
    expect(site.server.events).toContainEqual({
      metric: 'sign-in-refused',
      fields: { reason: 'wrong-credentials', address: '127.0.0.1' },
    })
    expect(page.body).toContain(`role="alert">${signInTexts.wrongCredentials}<`)
    expect(page.body).toContain(`value="${ADMIN.email}"`)
    const unknown = await client.submit(page, '"><script>x</script>@example.com', 'wrong')
    expect(unknown.body).toContain(signInTexts.wrongCredentials)
    expect(unknown.body).not.toContain('<script')
    const arrived = await client.submit(unknown, ADMIN.email, ADMIN.password)
    expect((await client.exchange(arrived)).status).toBe(200)
  })

  test('the page runs no script, cannot be framed, and names its fields', async () => {
    const { headers, body } = await console().authorize()
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
    // Its own icon; without a link a browser asks for /favicon.ico, which this policy must not refuse either.
    expect(policy).toContain("img-src 'self'")
    expect(body).toContain('<link rel="icon" href="/mark.svg"')
    expect(body).toContain('Sign in with your account on this server.')
    expect(body).toContain('name="email"')
    expect(body).toContain('name="password"')
    expect(body.match(/type="submit"/g)).toHaveLength(1)
    expect(body).not.toMatch(/<script|<style|style=/)
    const style = await fetch(new URL(BROKER_PREFIX + brokerPaths.signInStyle, site.server.origin))
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await style.text()).toContain('prefers-color-scheme: dark')
  })
})

describe('what is refused', () => {
  const error = (url: string) => new URL(url).searchParams.get('error')

  test('a request without PKCE, or with plain PKCE', async () => {
    const missing = await console().authorize({ code_challenge: undefined, code_challenge_method: undefined })
    expect(error(missing.url)).toBe('invalid_request')
    const plain = await console().authorize({ code_challenge_method: 'plain' })
    expect(error(plain.url)).toBe('invalid_request')
  })

  test('a code with another verifier, and a code used twice', async () => {
    const client = console()
    const arrived = await client.submit(await client.authorize(), ADMIN.email, ADMIN.password)
    const stolen = await client.exchange(arrived, { code_verifier: 'x'.repeat(43) })
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' })
    errorBodySchema.parse(stolen)

    const answer = await client.exchange(arrived)
    expect(answer.status).toBe(200)
    expect((await client.exchange(arrived)).error).toBe('invalid_grant')
    expect((await client.me(answer.access_token)).status).toBe(401)
  })

  test.each([
    ['of another site', 'https://evil.example/'],
    ['of another path', '/elsewhere'],
    ['that looks like ours', '.evil.example/'],
  ])('a redirect address %s', async (_what, suffix) => {
    const redirect = suffix.startsWith('http') ? suffix : `${site.server.origin}${suffix}`
    const refused = await console().authorize({ redirect_uri: redirect })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('location')).toBeNull()
    expect(refused.body).not.toContain('evil.example')
    expect(refused.body).toContain(signInTexts.failed)
  })

  test('both loopback names are ours, and a forged Host reaches no redirect', async () => {
    const local = site.server.origin.replace('127.0.0.1', 'localhost')
    const client = new ConsoleClient(local)
    const answer = await client.signIn(ADMIN.email, ADMIN.password)
    expect(answer.status).toBe(200)

    const forged = await console().browser.open(console().authorizeUrl(), {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    expect(forged.status).toBe(303)
    expect(forged.headers.get('location')).toMatch(new RegExp(`^${BROKER_PREFIX}${brokerPaths.signIn}/`))
    const page = await fetch(`${site.server.origin}${families.authBroker}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(await page.text()).not.toContain('evil.example')
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a form posted by another site, or by another browser', async () => {
    const client = console()
    const page = await client.authorize()
    const foreign = await client.submit(page, ADMIN.email, ADMIN.password, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const other = new ConsoleClient(site.server.origin, new Browser(site.server.origin))
    expect((await other.submit(page, ADMIN.email, ADMIN.password)).status).toBe(410)
    expect((await client.submit(page, ADMIN.email, ADMIN.password)).url).toContain('?code=')
  })

  test('ACC-17 a form of another type, text that cannot be kept and a respelled prefix are the caller’s mistake', async () => {
    const client = console()
    const page = await client.authorize()
    const action = /<form method="post" action="([^"]+)"/.exec(page.body)![1]!
    const post = async (type: string, body: string) =>
      (await client.browser.open(action, { method: 'POST', headers: { 'content-type': type }, body })).status
    expect(await post('application/json', '{"email":5}')).toBe(415)
    expect(await post('text/plain', 'email=a')).toBe(415)
    expect(await post('application/x-www-form-urlencoded', 'email=%00&password=x')).toBe(422)
    expect(await post('application/x-www-form-urlencoded', `email=${'x'.repeat(5000)}&password=x`)).toBe(422)
    expect((await client.browser.open(client.authorizeUrl({ state: 'a\0b' }))).status).toBe(422)
    expect((await client.browser.open(client.authorizeUrl({ login_hint: '\0' }))).status).toBe(422)
    const respelled = client.authorizeUrl().replace(BROKER_PREFIX, BROKER_PREFIX.replace('a', '%61'))
    expect((await client.browser.open(respelled)).status).toBe(404)
    expect((await client.submit(page, ADMIN.email, ADMIN.password)).url).toContain('?code=')
  })

  test('anything else below the prefix, in the contract’s shape', async () => {
    const answer = await fetch(`${site.server.origin}${families.authBroker}/nothing`)
    expect(answer.status).toBe(404)
    errorBodySchema.parse(await answer.json())
    const body = await fetch(`${site.server.origin}${pathOf(accessToken)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: '{}',
    })
    expect(body.status).toBe(400)
    expect(errorBodySchema.parse(await body.json()).message).toBe('Client Exception')
  })
})
