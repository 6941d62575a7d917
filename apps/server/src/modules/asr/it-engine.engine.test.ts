import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { ItEngine, type RecognitionResult } from '@livetap/speech'
import { loadRecording, readingText } from '@livetap/speech/testing'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../testing/test-server'

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

test('ASR-02 the engine it hears by another gateway what its own engine hears', async () => {
  const server = await testServer()
  const engine = new ItEngine({
    url: `${server.url.replace('http', 'ws')}${pathOf(asrSocket)}`,
    token: server.principals.signIn(),
    quietMs: 150_000,
  })
  onTestFinished(() => engine.close())
  const events: RecognitionResult[] = []
  const stream = await engine.open(
    { languageCode: 'en-US', startMs: 5_000 },
    event => 'result' in event && events.push(event.result),
  )
  const pcm = loadRecording('austen-0880')
  for (let at = 0; at < pcm.length; at += 1024) stream.write(pcm.subarray(at, at + 1024))
  await stream.end()
  const finals = events.filter(({ isFinal }) => isFinal)
  expect(letters(finals.map(({ text }) => text).join(' '))).toBe(readingText('austen-0880'))
  for (const { words, confidence } of finals) {
    expect(confidence).toBeGreaterThan(0)
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(5_000)
      expect(endMs).toBeLessThanOrEqual(stream.receivedMs)
    }
  }
})
