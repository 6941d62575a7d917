import { expect, test } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { testDatabase } from '../../testing/database/test-database'
import { publicOrigins } from './broker/public-origins'
import { ConsoleClient } from './testing/console-client'
import { ADMIN, startSignOnServer } from './testing/sign-on-server'

const PUBLIC = 'https://livetap.example'

test('behind TLS: cookies are secure, and every address is the public one, regardless of what the proxy says', async () => {
  const server = await startSignOnServer(await testDatabase(), { LIVETAP_PUBLIC_URL: PUBLIC })
  const client = new ConsoleClient(server.origin)
  const proxied = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  const start = await client.browser.open(client.authorizeUrl({ redirect_uri: `${PUBLIC}/` }), {
    headers: proxied,
  })
  for (const cookie of start.headers.getSetCookie()) expect(cookie).toMatch(/; secure; httponly/)

  const page = await client.browser.open(start.headers.get('location')!)
  const sent = await client.browser.open(new URL(page.url).pathname, {
    method: 'POST',
    headers: { ...proxied, origin: PUBLIC },
    body: new URLSearchParams(ADMIN),
  })
  const back = new URL(sent.headers.get('location')!)
  expect(back.origin).toBe(PUBLIC)
  const done = await client.browser.open(back.pathname, { headers: proxied })
  expect(done.headers.get('location')).toMatch(/^https:\/\/livetap\.example\/\?code=/)

  const refused = await client.authorize({ redirect_uri: `${server.origin}/` })
  expect(refused.status).toBe(400)
  await server.stop()
})

test('the origins are the public one, or what it listens on', () => {
  const of = (env: Record<string, string>) => publicOrigins(loadConfig({ PORT: '8081', ...env }, '/'))
  expect(of({})).toEqual(['http://127.0.0.1:8081', 'http://localhost:8081', 'http://[::1]:8081'])
  expect(of({ PORT: '80' })).toEqual(['http://127.0.0.1', 'http://localhost', 'http://[::1]'])
  expect(of({ HOST: '10.1.2.3' })).toContain('http://10.1.2.3:8081')
  expect(of({ LIVETAP_PUBLIC_URL: 'https://livetap.example/console' })).toEqual([PUBLIC])
})
