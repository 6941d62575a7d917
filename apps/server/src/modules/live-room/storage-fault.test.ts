import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { metrics } from '@livetap/contract'
import { changeProcessing, getMeeting } from '@livetap/contract/calls/meetings'
import { expect, test, vi } from 'vitest'
import type { TestServerOptions } from '../../testing/test-server'
import { meetingFiles } from '../meetings'
import { tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { decodeFlac, loudness } from './testing/recording'

/** What cannot be stored or mixed is known soon. */
const quick = { sweepMs: 50, storeMs: 1_000, mixRetryMs: [50, 100] }

/** The storage takes nothing: its folder for what is being written is not one. */
async function breakStorage(host: LiveHost) {
  const { storage } = host.server.app.config
  const folder = join(storage.kind === 'folder' ? storage.folder : '', '.unfinished')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
}

const detailOf = async (host: LiveHost, id: string) =>
  (await (await host.call(getMeeting, { params: { id } })).json()) as {
    status: string
    stage: string
    error: string | null
  }

async function untilFailed(host: LiveHost, id: string) {
  return await vi.waitFor(
    async () => {
      const detail = await detailOf(host, id)
      expect(detail.status).toBe('failed')
      return detail
    },
    { interval: 100 },
  )
}

async function spoken(options: TestServerOptions = {}) {
  const host = await LiveHost.start({}, options)
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(5000), { startMs: 0 })
  client.command('ping')
  await client.until('pong')
  return { host, id, client }
}

const recordingOf = (host: LiveHost, id: string) =>
  decodeFlac(host.server.app.storage, meetingFiles.audio(id))

test('a storage that fails while a meeting is mixed loses nothing: it is shown as failed, and made by itself when it is back', async () => {
  const { host, id } = await spoken({ liveRoomLimits: { ...quick, mixPollMs: 1_000 } })
  const storedMs = async () => {
    let bytes = 0
    for await (const { key, size } of host.server.app.storage.list(`meetings/${id}/live/`))
      if (key.endsWith('.pcm')) bytes += size
    return bytes / 2 / SAMPLES_PER_MS
  }
  // The pause stores what was gathered last; then the storage fails, for longer than the first tries.
  await vi.waitFor(async () => expect(await storedMs()).toBe(5_000))
  const mend = await breakStorage(host)
  await host.drop(id)
  const { stage, error } = await untilFailed(host, id)
  expect(stage).toBe('mixing')
  expect(error).toMatch(/^The recording could not be made: ./)
  expect(await storedMs()).toBe(5_000)
  expect((await host.ledger(id)).map(event => event.name)).not.toContain('audio_mixed')

  // Tried again while it is broken, it is failed again, and never done.
  const retried = await host.call(changeProcessing, { params: { id, action: 'retry' } })
  expect(((await retried.json()) as { status: string }).status).toBe('processing')
  await untilFailed(host, id)
  await mend()
  await host.untilEnded(id)
  const recording = await recordingOf(host, id)
  expect(recording.length / 16).toBeGreaterThanOrEqual(5000)
  await vi.waitFor(async () => expect(await storedMs()).toBe(0))
})

test('a storage that is away when the call ends gets the last sound when it is back, and the recording has it', async () => {
  const { host, id } = await spoken({ liveRoomLimits: quick })
  const mend = await breakStorage(host)
  await host.drop(id)
  expect((await untilFailed(host, id)).error).toContain('the storage does not take its last sound')
  const retried = (await host.metrics(id)).filter(({ metric }) => metric === metrics.storageRetried.name)
  expect(retried).toHaveLength(1)
  await mend()
  await host.untilEnded(id)
  const recording = await recordingOf(host, id)
  expect(loudness(recording, recording.length / 16 - 500, recording.length / 16)).toBeGreaterThan(1000)
  expect(recording.length / 16).toBeGreaterThanOrEqual(5000)
})

test('what a crash left in the folder for mixing is swept at the start', async () => {
  const host = await LiveHost.start()
  const { mixer } = host.server.app.liveRoom
  const left = join(host.server.app.config.dataDir, 'mixing', 'mix-left')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'mix.pcm'), 'sound')
  mixer.start()
  await vi.waitFor(() => expect(rename(left, left)).rejects.toThrow('ENOENT'))
})
