import { join } from 'node:path'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { liveAddressAnswerSchema, meetingSchema } from '@livetap/contract'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveClient, tone } from './modules/live-room/testing/live-client'
import { decodeFlac, loudness } from './modules/live-room/testing/recording'
import { meetingFiles } from './modules/meetings'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { FolderStorage } from './platform/storage/folder-storage'
import { callEndpoint, type TestCall } from './testing/call-endpoint'
import { serverBundle } from './testing/process/server-bundle'
import { spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
const admin = { email: 'host@example.com', password: 'a long password' }
const SPOKEN_MS = 14_000

async function signedIn(origin: string) {
  const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
  const headers = { authorization: `Bearer ${access_token}` }
  return (endpoint: Endpoint, input: TestCall = {}) => callEndpoint(origin, endpoint, { headers, ...input })
}

test('what was acknowledged of a call is recorded when the server is killed as soon as End Call is answered', async () => {
  const { path: LIVETAP_DATA, remove } = await spawnFolder()
  onTestFinished(remove)
  const env = { LIVETAP_DATA, LIVETAP_ADMIN_EMAIL: admin.email, LIVETAP_ADMIN_PASSWORD: admin.password }

  const first = spawnServer(bundle.main, env)
  const call = await signedIn(await first.listening)
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const { id } = meetingSchema.parse(
    await (await call(createMeeting, { query: { client_region: 'us' }, body })).json(),
  )
  const { live_addr } = liveAddressAnswerSchema.parse(
    await (await call(liveAddress, { params: { id } })).json(),
  )
  const client = await LiveClient.open(id, live_addr)
  client.speak(tone(SPOKEN_MS), { startMs: 0 })
  await vi.waitFor(
    () => {
      client.command('ping')
      expect(client.of('pong').at(-1)?.audio_received_millis).toEqual({ 0: SPOKEN_MS })
    },
    { interval: 100 },
  )
  const dropped = await call(dropMeeting, { params: { id } })
  first.child.kill('SIGKILL')
  expect(dropped.status).toBe(200)
  await first.exited

  const second = spawnServer(bundle.main, env)
  onTestFinished(() => void second.child.kill('SIGKILL'))
  const after = await signedIn(await second.listening)
  await vi.waitFor(
    async () =>
      expect(await (await after(meetingStatus, { params: { id } })).json()).toMatchObject({
        status: 'CallEnded',
      }),
    { interval: 200 },
  )
  const storage = await FolderStorage.open(join(LIVETAP_DATA, 'storage'))
  const recording = await decodeFlac(storage, meetingFiles.audio(id))
  const endMs = recording.length / SAMPLES_PER_MS
  expect(loudness(recording, endMs - SPOKEN_MS, endMs - SPOKEN_MS + 200)).toBeGreaterThan(1000)
  expect(loudness(recording, endMs - 200, endMs)).toBeGreaterThan(1000)
  let loudMs = 0
  for (let ms = 0; ms + 100 <= endMs; ms += 100) if (loudness(recording, ms, ms + 100) > 1000) loudMs += 100
  expect(loudMs).toBeGreaterThanOrEqual(SPOKEN_MS - 100)
  second.child.kill('SIGTERM')
  await second.exited
})
