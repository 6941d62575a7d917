import { SAMPLES_PER_MS } from '@livetap/audio'
import { describe, expect, test, vi } from 'vitest'
import { meetingFiles } from '../meetings'
import { durationMs, silenceOffTheRecord } from './mixing/off-the-record'
import { tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { decodeFlac, loudness } from './testing/recording'
import { sentences } from './testing/spoken-script'

describe('the command', () => {
  test.each([
    ['10s', 10_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['', undefined],
    ['0s', undefined],
    ['-1s', undefined],
    ['9999h', undefined],
  ])('LIV-19 duration "%s" is %s', (text, ms) => {
    expect(durationMs(text)).toBe(ms)
  })

  test('silences exactly what lies inside', () => {
    const pcm = new Int16Array(1600).fill(7)
    expect(silenceOffTheRecord(pcm, 1000, [{ fromMs: 1050, untilMs: 2000 }])).toBe(false)
    expect(pcm.indexOf(0)).toBe(800)
    expect(silenceOffTheRecord(pcm, 1000, [{ fromMs: 900, untilMs: 1100 }])).toBe(true)
  })
})

const secret = /secret|merger/

test('LIV-30 off the record leaves nothing: no text, no interim, no sound, and the gap is marked', async () => {
  const host = await LiveHost.start({
    segments: [...sentences('this is public'), { text: 'secret merger', startMs: 1500, endMs: 60_000 }],
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(4000), { startMs: 0 })
  await client.until('transcript_final_result')
  // The secret is being said: its interims are on the screens, its sound is partly stored.
  await vi.waitFor(() => expect(client.raw.some(text => secret.test(text))).toBe(true))
  const before = client.messages.length
  client.command('meeting_off_the_record', { duration: '2s' })
  const [gap] = await client.until('off_the_record')
  client.speak(tone(1000), { startMs: 4000 })
  client.command('ping')
  await client.until('pong')
  const after = client.messages.slice(before)
  expect(after.some(message => secret.test(JSON.stringify(message)))).toBe(false)
  const purged = after.find(message => message.type === 'transcript_interim_results')
  expect(purged).toMatchObject({ transcript: { text: '' } })
  await host.drop(id)
  await host.untilEnded(id)

  const { pool } = host.server.app.database
  for (const table of ['utterance', 'live_event', 'ledger_event', 'log_event', 'highlight']) {
    const { rows } = await pool.query(`select * from ${table}`)
    expect(secret.test(JSON.stringify(rows))).toBe(false)
  }
  const { from_millis: from, until_millis: until } = gap!.data
  const ledger = (await host.ledger(id)).filter(event => event.name === 'off_the_record')
  expect(ledger).toMatchObject([{ fields: { from_millis: from, until_millis: until } }])
  const { rows } = await pool.query('select anchor_ms from live_stream')
  const anchorMs = rows[0].anchor_ms as number
  expect(from).toBeGreaterThanOrEqual(anchorMs + 900)
  expect(from).toBeLessThan(anchorMs + 1600)
  const sound = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(loudness(sound, anchorMs, from)).toBeGreaterThan(1000)
  expect(loudness(sound, from, Math.min(until, sound.length / SAMPLES_PER_MS))).toBe(0)
})

test('LIV-30 asked for by voice, the sentence that asks is gone as well', async () => {
  const host = await LiveHost.start({
    segments: sentences('this is public', 'the secret merger, OK EVA, off the record', 'secret again'),
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(3500), { startMs: 0 })
  const [gap] = await client.until('off_the_record')
  expect(gap!.data.until_millis - gap!.data.from_millis).toBeGreaterThanOrEqual(10_000)
  client.command('ping')
  await client.until('pong')
  expect(client.finals).toEqual(['this is public'])
  const { results } = await host.liveTranscript(id)
  expect(results.map(one => one.transcript.text)).toEqual(['this is public'])
})
