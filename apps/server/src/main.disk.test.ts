import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { deleteMeeting, meetingStatus, recentMeetings } from '@livetap/contract/calls/meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { serverBundle } from './testing/process/server-bundle'
import { smallDisk } from './testing/process/small-disk'
import { spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
const admin = { email: 'host@example.com', password: 'a long password' }

test('a full disk: uploads are refused, reading and deleting work, and it recovers by itself', async context => {
  const folder = await spawnFolder()
  onTestFinished(() => folder.remove())
  const disk = smallDisk(folder.path, 300)
  if (!disk) return context.skip('this system does not allow mounting a small disk')
  onTestFinished(() => disk.remove())
  const LIVETAP_DATA = join(folder.path, 'data')
  mkdirSync(LIVETAP_DATA)
  const server = spawnServer(bundle.main, {
    LIVETAP_DATA,
    LIVETAP_ADMIN_EMAIL: admin.email,
    LIVETAP_ADMIN_PASSWORD: admin.password,
  })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.exited
  })
  const address = await server.listening
  const { access_token } = await new ConsoleClient(address).signIn(admin.email, admin.password)
  const call = (path: string, method = 'GET', body?: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...headers },
      body,
    })
  const begin = (bytes: number) =>
    call(
      pathOf(createUpload),
      'POST',
      JSON.stringify({
        start_at_utc: '2026-03-04T05:06:07.000Z',
        source: 'test',
        client_region: 'us',
        file_size: bytes,
        file_type: 'audio/wav',
      }),
      { 'content-type': 'application/json' },
    )
  const piece = (url: string, bytes: number) =>
    call(url, 'PUT', Buffer.alloc(bytes), { 'content-range': `bytes 0-${bytes - 1}/${bytes * 2}` })
  const ready = async () => {
    const response = await call('/readyz')
    return [response.status, ((await response.json()) as { disk: string }).disk]
  }
  const SMALL = 1_000_000
  expect(await ready()).toEqual([200, 'ok'])

  const tooLarge = await begin(400_000_000)
  expect(tooLarge.status).toBe(413)
  expect(JSON.stringify(await tooLarge.json())).toMatch(/has 400 MB and the server has only \d+ MB left/)
  const { upload_url, meeting_id } = (await (await begin(SMALL * 2)).json()) as Record<string, string>

  disk.fill()
  expect(await ready()).toEqual([200, 'low'])
  const refusals = [await begin(SMALL), await piece(upload_url!, SMALL)]
  expect(refusals.map(({ status }) => status)).toEqual([503, 503])
  for (const { headers } of refusals) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(pathOf(meetingStatus, { id: meeting_id! }))).status).toBe(200)
  const other = (await (await call(pathOf(recentMeetings, {}, { recent: 5 }))).json()) as object
  expect(JSON.stringify(other)).toContain(meeting_id)
  const remove = () => call(pathOf(deleteMeeting, { id: meeting_id! }), 'DELETE')
  await vi.waitFor(async () => expect((await remove()).status).toBeLessThan(300))

  disk.free()
  await vi.waitFor(async () => expect(await ready()).toEqual([200, 'ok']))
  const again = (await (await begin(SMALL * 2)).json()) as Record<string, string>
  expect((await piece(again.upload_url!, SMALL)).status).toBe(308)
})
