import { EngineRegistry, inspectModel, modelIds, modelsRoot, NutcrackerEngine } from '@livetap/speech'
import { loadRecording } from '@livetap/speech/testing'
import { describe, expect, test, vi } from 'vitest'
import { OtlpReceiver } from '../../testing/traces/otlp-receiver'
import { silence } from './testing/live-client'
import { LiveHost } from './testing/live-host'

const models = await Promise.all(modelIds.map(id => inspectModel(modelsRoot(), id)))
const missing = models.every(({ ok }) => ok) ? undefined : 'the speech models are not there'

describe.skipIf(missing !== undefined)('traces', { meta: { skipReason: missing } }, () => {
  test('of real speech name the process that recognised it, and how long it worked', async () => {
    const receiver = await OtlpReceiver.start()
    const engine = new NutcrackerEngine({ processes: 1 })
    await engine.warm()
    const host = await LiveHost.start({}, { engines: new EngineRegistry([engine]), env: receiver.env })
    const { client } = await host.meetingWithClient()
    client.speak(loadRecording('austen-0880'), { startMs: 0 })
    client.speak(silence(2_000), { startMs: 2_900 })
    await vi.waitFor(() => expect(client.finals.join(' ')).toContain('young man'), { timeout: 240_000 })
    await host.server.app.close()

    const [utterance] = await receiver.until('utterance')
    const [recognition] = receiver.childrenOf(utterance!)
    const decodings = receiver.childrenOf(recognition!).filter(({ name }) => name === 'engine final')
    expect(decodings).toHaveLength(1)
    const { attributes, startMs, endMs } = decodings[0]!
    expect(attributes['livetap.engine_process']).toEqual(expect.any(Number))
    expect(attributes['livetap.engine_process']).not.toBe(process.pid)
    expect(endMs).toBeGreaterThan(startMs)
    expect(startMs).toBeGreaterThanOrEqual(recognition!.startMs)
    expect(endMs).toBeLessThanOrEqual(recognition!.endMs)
  })
})
