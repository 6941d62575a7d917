import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspectModel, modelsRoot } from '@livetap/speech'
import { expect, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const recording = fileURLToPath(new URL('../../../../../../shared/audio/jfk.wav', import.meta.url))
const words = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')

test.skipIf(!existsSync(recording))(
  'ASR-04 the real engine hears the JFK clip through the socket (needs ../shared/audio)',
  { timeout: 120_000 },
  async () => {
    expect(await inspectModel(modelsRoot(), 'moonshine')).toEqual({ ok: true })
    const server = await testServer()
    const client = await AsrClient.open(server.url, { token: server.principals.signIn() })
    client.configure()
    await vi.waitFor(() => expect(client.receivedMs).toBe(0), 60_000)
    const pcm = readFileSync(recording).subarray(44)
    client.speak(pcm.length / 32, pcm)
    client.speak(1600)
    await vi.waitFor(() => expect(words(client.finals.join(' '))).toMatch(/do for your country$/), 60_000)
    expect(words(client.finals.join(' '))).toBe(
      'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    )
    const times = client.messages.flatMap(({ result }) =>
      result?.results[0]?.is_final ? result.results[0].alternatives[0]!.words : [],
    )
    expect(times).toHaveLength(22)
  },
)
