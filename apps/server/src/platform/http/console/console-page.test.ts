import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { families, fillRoute, routes } from '@livetap/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../testing/test-server'
import { consolePaths } from './console-paths'

let server: TestServer
let consoleFolder: string

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'livetap-console-'))
  await mkdir(join(consoleFolder, 'assets'))
  await writeFile(
    join(consoleFolder, 'index.html'),
    '<head><link rel="preload" href="/env" as="fetch" crossorigin /></head><script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__"></style><!--start--><link href="/assets/start.js"><!--/start-->',
  )
  await writeFile(join(consoleFolder, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(consoleFolder, 'mark.svg'), '<svg/>')
  server = await testServer({ consoleFolder })
})
afterAll(async () => {
  await server.close()
  await rm(consoleFolder, { recursive: true })
})

const get = (path: string) => fetch(server.url + path)

test('the page comes with a fresh nonce and a policy that names it', async () => {
  const nonces = new Set<string>()
  for (let count = 0; count < 3; count++) {
    const response = await get('/')
    const nonce = /nonce="([^"]+)"/.exec(await response.text())![1]!
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    for (const part of [
      "default-src 'self'",
      "media-src 'self' blob:",
      "frame-ancestors 'none'",
      "script-src 'self'",
    ])
      expect(policy).toContain(part)
    expect(policy).toContain(`connect-src 'self' ${server.url.replace('http', 'ws')}`)
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('the files of the start screen are named in its page alone', async () => {
  for (const address of ['/', '/?mode=upload_audio'])
    expect(await (await get(address)).text()).toContain('start.js')
  for (const address of ['/login', '/past/m1', '/nowhere'])
    expect(await (await get(address)).text()).not.toContain('start.js')
})

test('the page of a link is for no search engine, and asks for nothing of the console', async () => {
  const shared = await get(fillRoute(routes.shared, { token: 'a-token' }))
  expect(shared.status).toBe(200)
  expect(shared.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(shared.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await shared.text()
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"></head>')
  expect(html).not.toContain('/env')
  const start = await get('/')
  expect(start.headers.get('x-robots-tag')).toBeNull()
  expect(await start.text()).toContain('/env')
})

test('every route pattern is answered with the page, with and without its optional segments', async () => {
  const addresses = [
    '/',
    '/login',
    '/live',
    '/live/m1',
    '/live/m1/do_not_record_audio',
    '/live_asr',
    fillRoute(routes.past, { meeting_id: 'a/b c' }),
    '/past-local',
    '/user/past/meetings',
    '/user/past/meetings/1/2/99',
    '/meetings/123',
    '/manuscripts/id/none/vendor/none/language/none/status/none',
    '/manuscripts/project/view/7',
    '/trainable_shard/1',
  ]
  for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200])
})

test('nothing else answers with the page', async () => {
  for (const path of [
    '/past',
    '/index.html',
    '/nowhere/at/all',
    `${families.partner}/nothing`,
    '/assets/none.js',
    '/assets/../index.html',
    '/.env',
  ]) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(response.headers.get('content-type')).toContain('json')
  }
})

test('hashed files are kept by the browser for good, the others are asked for again', async () => {
  const asset = await get('/assets/main-abc123.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toContain('javascript')
  expect((await get('/mark.svg')).headers.get('cache-control')).toBe('no-cache')
  for (const accept of ['*/*', 'text/html']) {
    const missing = await fetch(`${server.url}/assets/main-gone.js`, { headers: { accept } })
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
  }
})

test('a console that is not built is said to be so', async () => {
  const bare = await testServer({ consoleFolder: join(consoleFolder, 'assets') })
  expect((await fetch(bare.url)).status).toBe(503)
})

test('patterns become paths', () => {
  expect(consolePaths(['/', '/live/:a?/:b?', '/x/:id'])).toEqual([
    '/',
    '/live',
    '/live/:p2',
    '/live/:p2/:p3',
    '/x/:p2',
  ])
})

test('a browser that goes to an unknown address gets the page with a 404, a program the error shape', async () => {
  const visit = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
  const page = await visit('/nowhere/at/all')
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  for (const path of Object.values(families).map(prefix => `${prefix}/nowhere`))
    expect((await visit(path)).headers.get('content-type'), path).toContain('application/json')
  expect((await get('/nowhere/at/all')).headers.get('content-type')).toContain('application/json')
})
