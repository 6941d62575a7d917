import { inspectModel, modelsRoot } from '@livetap/speech'
import { loadRecording, readingText } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const words = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')

test('ASR-04 the real engine hears the JFK clip through the socket', { timeout: 120_000 }, async () => {
  expect(await inspectModel(modelsRoot(), 'moonshine')).toEqual({ ok: true })
  const server = await testServer()
  const client = await AsrClient.open(server.url, { token: server.principals.signIn() })
  client.configure()
  await vi.waitFor(() => expect(client.receivedMs).toBe(0), 60_000)
  const spoken = loadRecording('jfk')
  client.speak(spoken.length / 16, Buffer.from(spoken.buffer, spoken.byteOffset, spoken.byteLength))
  client.speak(1600)
  await vi.waitFor(() => expect(words(client.finals.join(' '))).toMatch(/do for your country$/), 60_000)
  expect(words(client.finals.join(' '))).toBe(readingText('jfk'))
  const times = client.messages.flatMap(({ result }) =>
    result?.results[0]?.is_final ? result.results[0].alternatives[0]!.words : [],
  )
  expect(times).toHaveLength(22)
})
