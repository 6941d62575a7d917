import { deleteMeeting, meetingStatus } from '@livetap/contract/calls/meetings'
import { describe, expect, test, vi } from 'vitest'
import { blockWrite, filesOf } from '../testing/blocked-storage'
import { tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'

const CHUNK = '.pcm'
const RECORDING = 'audio.flac'

async function spoken(host: LiveHost) {
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(2000), { startMs: 0 })
  client.command('ping')
  await client.until('pong')
  return { id, client }
}

const statusOf = async (host: LiveHost, id: string) =>
  ((await (await host.call(meetingStatus, { params: { id } })).json()) as { status: string }).status

/** Sound is not stored before the call ends. */
const gathering = { sweepMs: 50, pauseMs: 600_000 }

test('End Call is answered when the sound that was acknowledged is stored', async () => {
  const host = await LiveHost.start({}, { liveRoomLimits: gathering })
  const held = blockWrite(host.server.app.storage, CHUNK)
  const { id } = await spoken(host)
  const order: string[] = []
  void held.written.then(() => order.push('stored'))
  const dropped = host.drop(id).then(() => order.push('answered'))
  await held.begun
  // Something else is asked and answered meanwhile.
  expect(await statusOf(host, id)).toBe('CallStarted')
  held.release()
  await dropped
  expect(order).toEqual(['stored', 'answered'])
  await host.untilEnded(id)
})

test('a storage that takes its time with the last sound has not failed: the call is not answered as kept, and its recording is made', async () => {
  const host = await LiveHost.start({}, { liveRoomLimits: { ...gathering, storeMs: 100, drainMs: 100 } })
  const held = blockWrite(host.server.app.storage, CHUNK)
  const { id } = await spoken(host)
  const dropped = await host.drop(id)
  expect(dropped.status).toBe(503)
  expect(JSON.stringify(await dropped.json())).toContain('The storage does not take the last sound')
  // All tries that a failed mix gets.
  await host.server.app.liveRoom.mixer.idle()
  expect(await statusOf(host, id)).toBe('processing')
  held.release()
  await host.untilEnded(id)
  expect((await host.drop(id)).status).toBe(200)
  expect((await host.ledger(id)).map(({ name }) => name)).not.toContain('audio_mix_failed')
})

describe('a meeting that is deleted while it ends leaves nothing, regardless of what is being written', () => {
  for (const written of [CHUNK, RECORDING])
    for (const late of [false, true])
      test(`${written === CHUNK ? 'its last sound' : 'its recording'}, ${late ? 'after it is gone' : 'before that'}`, async () => {
        const releaseMs = late ? 100 : 60_000
        const host = await LiveHost.start({}, { liveRoomLimits: { ...gathering, drainMs: 100, releaseMs } })
        const { storage, liveRoom } = host.server.app
        const held = blockWrite(storage, written)
        const { id } = await spoken(host)
        const dropped = host.drop(id)
        await held.begun
        const deleted = host.call(deleteMeeting, { params: { id } })
        if (late) await deleted
        held.release()
        expect((await deleted).status).toBe(204)
        await held.written
        expect([200, 404]).toContain((await dropped).status)
        await liveRoom.mixer.idle()
        if (!late) expect(await filesOf(storage, id)).toEqual([])
        await vi.waitFor(async () => expect(await filesOf(storage, id)).toEqual([]))
      })
})

test('a running meeting that another node deletes leaves nothing of its sound', async () => {
  const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }
  const secret = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await LiveHost.start({}, { env: secret, nodeTimes, liveRoomLimits: gathering })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const env = { ...secret, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const two = await LiveHost.start({}, { env, nodeTimes }, one)
  const { id, client } = await spoken(one)
  expect((await two.call(deleteMeeting, { params: { id } })).status).toBe(204)
  // The next beat of its node.
  await one.server.app.liveRoom.service.look()
  await client.untilClosed()
  await one.server.app.liveRoom.mixer.idle()
  expect(await filesOf(one.server.app.storage, id)).toEqual([])
})
