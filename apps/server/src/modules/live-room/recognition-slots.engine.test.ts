import { EngineRegistry, inspectModel, modelIds, modelsRoot, NutcrackerEngine } from '@livetap/speech'
import { loadRecording } from '@livetap/speech/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AsrClient } from '../asr/testing/asr-client'
import { silence } from './testing/live-client'
import { LiveHost } from './testing/live-host'

const models = await Promise.all(modelIds.map(id => inspectModel(modelsRoot(), id)))
const missing = models.every(({ ok }) => ok) ? undefined : 'the speech models are not there'

const PATIENCE_MS = 240_000
const slowTimeout = { timeout: PATIENCE_MS, interval: 100 }
const PLACES = 4

const bytesOf = (pcm: Int16Array) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)

async function hostWithFewPlaces(): Promise<LiveHost> {
  const engine = new NutcrackerEngine({ processes: 1, capacity: { live: PLACES } })
  await engine.warm()
  return await LiveHost.start({}, { engines: new EngineRegistry([engine]) })
}

/** Open sockets of one user, which send `pcm` again and again. */
async function socketsOf(
  host: LiveHost,
  userId: string,
  pcm: Int16Array,
  everyMs: number,
): Promise<AsrClient[]> {
  const token = host.server.principals.signIn({ userId })
  const sockets = await Promise.all(
    Array.from({ length: PLACES }, (_, index) =>
      AsrClient.open(host.server.url, { token, tracking: `${userId}-${index}` }),
    ),
  )
  for (const socket of sockets) socket.configure()
  await vi.waitFor(() => {
    for (const { receivedMs } of sockets) expect(receivedMs).toBeGreaterThanOrEqual(0)
  }, slowTimeout)
  const send = () => {
    for (const { socket } of sockets) if (socket.readyState === socket.OPEN) socket.send(bytesOf(pcm))
  }
  send()
  const timer = setInterval(send, everyMs)
  onTestFinished(() => clearInterval(timer))
  return sockets
}

describe.skipIf(missing !== undefined)('the places of recognition', { meta: { skipReason: missing } }, () => {
  test(
    'ASR-02 LIV-11 sockets of one user that send next to nothing keep neither another user nor a live meeting from being heard',
    async () => {
      const host = await hostWithFewPlaces()
      const idle = await socketsOf(host, 'user-a', silence(1), 200)
      const { client: caller } = await host.meetingWithClient()
      caller.speak(loadRecording('austen-0880'), { startMs: 0 })
      caller.speak(silence(2_000), { startMs: 2_900 })

      const token = host.server.principals.signIn({ userId: 'user-b' })
      const other = await AsrClient.open(host.server.url, { token })
      other.configure()
      const spoken = loadRecording('jfk')
      other.speak(spoken.length / 16, bytesOf(spoken))
      other.speak(1600)
      await vi.waitFor(() => {
        expect(other.closed).toBeUndefined()
        expect(other.finals.join(' ')).toContain('country')
      }, slowTimeout)
      await vi.waitFor(() => {
        expect(caller.of('error')).toEqual([])
        expect(caller.finals.join(' ')).toContain('young man')
      }, slowTimeout)

      // They had no speech, and get a place as soon as they have.
      const [first] = idle
      expect(first!.closed).toBeUndefined()
      const sentence = loadRecording('austen-0880')
      first!.speak(sentence.length / 16, bytesOf(sentence))
      first!.speak(1600)
      await vi.waitFor(() => expect(first!.finals.join(' ')).toContain('young man'), slowTimeout)
    },
    2 * PATIENCE_MS,
  )
})
