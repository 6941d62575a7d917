import { hotwordMessageSchema } from '@livetap/contract'
import { expect, test } from 'vitest'
import { silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'

const words = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs })

test('LIV-03 LIV-25 what one says everyone reads, and who joins late gets the transcripts so far', async () => {
  const host = await LiveHost.start({ segments: [words('we ship on Friday', 0, 1500)] })
  const id = await host.createMeeting()
  const speaker = await host.join(id)
  const watcher = await host.join(id)
  speaker.speak(tone(4000))
  const [final] = await watcher.until('transcript_final_result')
  await speaker.until('transcript_final_result')
  expect(final!.transcript).toMatchObject({ text: 'we ship on Friday', csis: [0], language_code: 'en-US' })
  expect(watcher.of('transcript_interim_results').length).toBeGreaterThan(0)
  const [said] = speaker.of('transcript_final_result')
  expect(said!.audio_received_millis).toEqual({ 0: expect.any(Number) })
  expect(final!.audio_received_millis).toEqual({})
  for (const message of [...watcher.messages, ...speaker.messages])
    expect(hotwordMessageSchema.parse(message)).toEqual(message)
  const { results, seq } = await host.liveTranscript(id)
  expect(results.map(one => one.transcript.text)).toEqual(['we ship on Friday'])
  expect(seq).toBe(final!.seq)
  const late = await host.join(id, { after: seq })
  expect(late.of('transcript_final_result')).toEqual([])
})

test('LIV-21 a ping is answered with how far the audio came', async () => {
  const host = await LiveHost.start()
  const id = await host.createMeeting()
  const client = await host.join(id)
  client.speak(silence(640))
  client.command('ping')
  const [pong] = await client.until('pong')
  expect(pong!.audio_received_millis).toEqual({ 0: 640 })
})
