import { inspectModel, modelsRoot } from '@livetap/speech'
import { loadRecording, readingText, wordError } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { testServer } from '../../testing/test-server'
import { AsrClient } from './testing/asr-client'

const words = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')
/** A machine that is behind leaves out second opinions, and may take "as not" for "ask not". */
const MAX_WRONG_WORDS = 2

test('ASR-04 the real engine hears the JFK clip through the socket', async () => {
  expect(await inspectModel(modelsRoot(), 'moonshine')).toEqual({ ok: true })
  const server = await testServer()
  const client = await AsrClient.open(server.url, { token: server.principals.signIn() })
  client.configure()
  await vi.waitFor(() => expect(client.receivedMs).toBe(0))
  const spoken = loadRecording('jfk')
  client.speak(spoken.length / 16, Buffer.from(spoken.buffer, spoken.byteOffset, spoken.byteLength))
  client.speak(1600)
  await vi.waitFor(() => expect(words(client.finals.join(' '))).toMatch(/for your country$/))
  const heard = words(client.finals.join(' '))
  expect(wordError(readingText('jfk'), heard).errors, heard).toBeLessThanOrEqual(MAX_WRONG_WORDS)
  const times = client.messages.flatMap(({ result }) =>
    result?.results[0]?.is_final ? result.results[0].alternatives[0]!.words : [],
  )
  expect(times).toHaveLength(heard.split(' ').length)
})
