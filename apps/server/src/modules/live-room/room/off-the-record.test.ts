import { SAMPLES_PER_MS } from '@livetap/audio'
import { createHighlight, getTranscript } from '@livetap/contract/calls/transcripts'
import { describe, expect, test, vi } from 'vitest'
import { meetingFiles } from '../../meetings'
import { type LiveClient, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { decodeFlac, loudness } from '../testing/recording'
import { sentences } from '../testing/spoken-script'
import { durationMs, silenceOffTheRecord } from './off-the-record'

describe('the command', () => {
  test.each([
    ['10s', 10_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['', undefined],
    ['0s', undefined],
    ['-1s', undefined],
    ['9999h', 35_996_400_000],
  ])('LIV-19 duration "%s" is %s', (text, ms) => {
    expect(durationMs(text)).toBe(ms)
  })

  test('silences exactly what lies inside', () => {
    const pcm = new Int16Array(1600).fill(7)
    expect(silenceOffTheRecord(pcm, 1000, [{ startMs: 1050, endMs: 2000 }])).toBe(false)
    expect(pcm.indexOf(0)).toBe(800)
    expect(silenceOffTheRecord(pcm, 1000, [{ startMs: 900, endMs: 1100 }])).toBe(true)
  })
})

const secret = /secret|merger/

/** However slow this machine is, no one makes a pause. */
const goesOn = { liveRoomLimits: { sweepMs: 50, pauseMs: 60_000 } }

test('LIV-30 off the record leaves nothing: no text, no interim, no sound, and the gap is marked', async () => {
  const host = await LiveHost.start(
    { segments: [...sentences('this is public'), { text: 'secret', startMs: 1500, endMs: 60_000 }] },
    goesOn,
  )
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(4000), { startMs: 0 })
  await client.until('transcript_final_result')
  // The secret is being said: its interims are on the screens, its sound is partly stored.
  await vi.waitFor(() => expect(client.raw.some(text => secret.test(text))).toBe(true))
  client.command('meeting_off_the_record', { duration: '2s' })
  const [gap] = await client.until('off_the_record')
  // Its evidence was written with it: nothing has to be flushed.
  expect(await host.server.app.events.ledger.of(id)).toContainEqual(
    expect.objectContaining({ name: 'off_the_record' }),
  )
  client.speak(tone(1000), { startMs: 4000 })
  const after = await vi.waitFor(() => {
    const messages = client.messages.slice(client.messages.indexOf(gap!))
    const purged = messages.find(message => message.type === 'transcript_interim_results')
    expect(purged).toMatchObject({ transcript: { text: '' } })
    return messages
  })
  expect(after.some(message => secret.test(JSON.stringify(message)))).toBe(false)
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
  expect(Math.abs(from - (anchorMs + 4000))).toBeLessThan(100)
  expect(until - from).toBe(2000)
  const sound = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(loudness(sound, from - 200, from - 10)).toBeGreaterThan(1000)
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

const anchorOf = async (host: LiveHost) =>
  (await host.server.app.database.pool.query('select anchor_ms from live_stream')).rows[0].anchor_ms as number

test('LIV-30 of a sentence that is being said only the words go that overlap the stretch', async () => {
  const text = 'alpha bravo charlie delta echo foxtrot'
  const host = await LiveHost.start({ segments: [{ text, startMs: 500, endMs: 6500 }] }, goesOn)
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(3000), { startMs: 0 })
  client.command('meeting_off_the_record', { duration: '2s', at_millis: 2900, id: 'command-0001' })
  const [gap] = await client.until('off_the_record')
  expect(gap!.data.command_id).toBe('command-0001')
  client.speak(tone(2200), { startMs: 3000 })
  const [final] = await client.until('transcript_final_result')
  expect(final!.transcript.text).toBe('alpha bravo foxtrot')
  const anchorMs = await anchorOf(host)
  expect(gap!.data).toMatchObject({ from_millis: anchorMs + 2900, until_millis: anchorMs + 4900 })
  await host.drop(id)
  await host.untilEnded(id)
  const sound = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(loudness(sound, anchorMs + 2700, anchorMs + 2890)).toBeGreaterThan(1000)
  expect(loudness(sound, anchorMs + 2901, anchorMs + 4899)).toBe(0)
  expect(loudness(sound, anchorMs + 4910, anchorMs + 5150)).toBeGreaterThan(1000)
})

test('LIV-30 asked for while the client was cut off, it takes back what was announced meanwhile, once', async () => {
  const host = await LiveHost.start(
    { segments: sentences('one two', 'three secret merger', 'four five') },
    // The script starts again where recognition pauses, which it must not do for want of a free machine.
    { liveRoomLimits: { sweepMs: 50, pauseMs: 60_000 } },
  )
  const id = await host.createMeeting()
  const watcher = await host.join(id)
  const before = await host.join(id, { clientId: 'client-0001' })
  before.speak(tone(1000), { startMs: 0 })
  await watcher.until('transcript_final_result')
  before.cut()
  const client = await host.join(id, { clientId: 'client-0001', after: before.lastSeq })
  client.speak(tone(2950), { startMs: 1000 })
  await watcher.until('transcript_final_result', 3)
  expect(watcher.finals).toContain('three secret merger')
  await host.call(createHighlight, {
    params: { id },
    body: {
      meeting_id: id,
      timestamp: Date.now(),
      highlight: {
        text: 'three secret merger',
        start_millis: (await anchorOf(host)) + 1100,
        end_millis: (await anchorOf(host)) + 1900,
        trigger_info: { type: 'manual', trigger_by: 'host@example.com' },
      },
      highlight_id: 'h-1',
    },
  })
  // The click was at 1.4 s of its sound; it is sent until it is confirmed.
  const click = { duration: '600ms', at_millis: 1400, id: 'command-0002' }
  client.command('meeting_off_the_record', click)
  client.command('meeting_off_the_record', click)
  await watcher.until('off_the_record')
  client.command('ping')
  await client.until('pong')
  expect(watcher.of('off_the_record')).toHaveLength(1)
  const { results, off_the_record } = await host.liveTranscript(id)
  expect(results.map(one => one.transcript.text)).toEqual(['one two', 'three', 'four five'])
  const anchorMs = await anchorOf(host)
  const by = 'host@example.com'
  expect(off_the_record).toEqual([{ from_millis: anchorMs + 1400, until_millis: anchorMs + 2000, by }])
  const again = await host.join(id, { clientId: 'client-0001', after: before.lastSeq })
  await again.until('replay_ended')
  expect(again.raw.some(one => secret.test(one))).toBe(false)
  await host.drop(id)
  await host.untilEnded(id)
  for (const table of ['utterance', 'live_event', 'ledger_event', 'log_event', 'highlight']) {
    const { rows } = await host.server.app.database.pool.query(`select * from ${table}`)
    expect(secret.test(JSON.stringify(rows))).toBe(false)
  }
  const sound = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(loudness(sound, anchorMs + 1401, anchorMs + 1999)).toBe(0)
  expect(loudness(sound, anchorMs + 1200, anchorMs + 1390)).toBeGreaterThan(1000)
})

test('LIV-30 it lasts as long after a restart of the server, and the past view knows the stretch', async () => {
  const secrets = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await LiveHost.start({}, { env: secrets })
  const { databaseUrl, storage } = one.server.app.config
  const id = await one.createMeeting()
  const before = await one.join(id, { clientId: 'client-0001' })
  before.speak(tone(1500), { startMs: 0 })
  before.command('meeting_off_the_record', { duration: '2s', at_millis: 1500, id: 'command-0003' })
  await before.until('off_the_record')
  before.speak(tone(500), { startMs: 1500 })
  before.command('ping')
  await before.until('pong')
  await one.server.app.liveRoom.service.close()
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const env = { ...secrets, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const two = await LiveHost.start({}, { env }, one)
  await one.server.app.nodes.own.stop()
  const again = await two.join(id, { clientId: 'client-0001', after: before.lastSeq })
  again.command('meeting_off_the_record', { duration: '2s', at_millis: 1500, id: 'command-0003' })
  again.speak(tone(2500), { startMs: 1500 })
  again.command('ping')
  await again.until('pong')
  await two.drop(id)
  await two.untilEnded(id)
  const anchorMs = await anchorOf(two)
  const answer = (await (await two.call(getTranscript, { params: { id } })).json()) as {
    off_the_record: object[]
  }
  const stretch = { from_millis: anchorMs + 1500, until_millis: anchorMs + 3500, by: 'host@example.com' }
  expect(answer.off_the_record).toEqual([stretch])
  const sound = await decodeFlac(two.server.app.storage, meetingFiles.audio(id))
  expect(loudness(sound, anchorMs + 1300, anchorMs + 1490)).toBeGreaterThan(1000)
  expect(loudness(sound, anchorMs + 1501, anchorMs + 3499)).toBe(0)
  expect(loudness(sound, anchorMs + 3510, anchorMs + 3900)).toBeGreaterThan(1000)
})

const keptText = async (host: LiveHost, id: string) => {
  const { rows } = await host.server.app.database.pool.query(
    'select text from utterance where meeting_id = $1 order by start_ms',
    [id],
  )
  return rows.map(({ text }) => text as string)
}

/** A call that has been running for ten minutes, with a line two minutes and one a minute old. */
async function runningCall(host: LiveHost) {
  const id = await host.createMeeting()
  const { pool } = host.server.app.database
  await pool.query(`update meeting set started_at = started_at - interval '10 min' where id = $1`, [id])
  const line = (text: string, startMs: number) => ({
    ...{ id: text, text, startMs, endMs: startMs + 2000, words: [], csis: [0], speakerIds: [] },
    ...{ speakerSegments: [], transcriptType: 'live', languageCode: 'en-US', confidence: null },
    timesEstimated: true,
  })
  await host.server.app.transcripts.utterances.add(id, line('the budget', 480_000))
  await host.server.app.transcripts.utterances.add(id, line('the plan', 540_000))
  return id
}

const eve = { userId: 'user-2', userName: 'eve@example.com' }
const ann = { userId: 'user-3', userName: 'ann@example.com' }

const pingedBy = async (client: LiveClient) => {
  const count = client.of('pong').length
  client.command('ping')
  await client.until('pong', count + 1)
}

test('LIV-30 a listener cannot take a call off the record: an error says so, and nothing changes', async () => {
  const host = await LiveHost.start()
  const id = await runningCall(host)
  const listener = await host.join(id, { headers: host.server.bearer(eve) })
  expect(listener.of('call_started')[0]!.data!.may_go_off_the_record).toBe(false)
  const attack = { duration: '10m', age_millis: 120_000, id: 'command-0004' }
  listener.command('meeting_off_the_record', attack)
  const [error] = await listener.until('error')
  expect(error!.data).toEqual({
    code: 'not_allowed',
    description: 'Only those who speak in this meeting, and its host, can take it off the record.',
    command_id: 'command-0004',
  })
  listener.command('meeting_on_the_record')
  await listener.until('error', 2)
  expect(listener.of('off_the_record')).toEqual([])
  expect(await keptText(host, id)).toEqual(['the budget', 'the plan'])
  expect((await host.liveTranscript(id)).off_the_record).toEqual([])
  // One who speaks may, under their own name; and it reaches back a moment, not two minutes.
  listener.speak(tone(200), { startMs: 0 })
  listener.command('meeting_off_the_record', attack)
  const [gap] = await listener.until('off_the_record')
  expect(gap!.data).toMatchObject({ by: 'eve@example.com', command_id: 'command-0004' })
  expect(gap!.data.from_millis).toBeGreaterThan(560_000)
  expect(await keptText(host, id)).toEqual(['the budget', 'the plan'])
  const ledger = (await host.ledger(id)).filter(event => event.name === 'off_the_record')
  expect(ledger.map(({ fields }) => fields.by)).toEqual(['eve@example.com'])
  const { from_millis, until_millis } = gap!.data
  const row = { from_millis, until_millis, by: 'eve@example.com' }
  expect((await host.liveTranscript(id)).off_the_record).toEqual([row])
  await host.drop(id)
  await host.untilEnded(id)
  const past = (await (await host.call(getTranscript, { params: { id } })).json()) as object
  expect(past).toMatchObject({ off_the_record: [row] })
})

test.each([
  [{ duration: '60m', age_millis: 120_000 }, 'bad_command', 'duration: "60m" is longer than 10 minutes'],
  [{ duration: 'for ever' }, 'bad_command', 'duration: "for ever" is not a duration'],
  [
    { duration: '10s', age_millis: 120_000 },
    'too_late',
    'The time to be off the record was over before this was asked.',
  ],
])('LIV-30 %j of the host is refused as %s, and nothing changes', async (command, code, description) => {
  const host = await LiveHost.start()
  const id = await runningCall(host)
  const client = await host.join(id)
  client.command('meeting_off_the_record', { ...command, id: 'command-0005' })
  const [error] = await client.until('error')
  expect(error!.data).toEqual({ code, description, command_id: 'command-0005' })
  await pingedBy(client)
  expect(client.of('off_the_record')).toEqual([])
  expect(await keptText(host, id)).toEqual(['the budget', 'the plan'])
})

test('LIV-30 neither an old place of the sound nor one in the future moves the stretch from the click', async () => {
  const host = await LiveHost.start()
  const id = await runningCall(host)
  const client = await host.join(id)
  client.speak(tone(100), { startMs: 5_000_000 })
  const ask = async (command: object) => {
    const count = client.of('off_the_record').length
    client.command('meeting_off_the_record', { duration: '10s', ...command })
    return (await client.until('off_the_record', count + 1)).at(-1)!.data
  }
  // Its sound began less than a minute ago, regardless of what it calls that moment.
  expect((await ask({ at_millis: 0 })).from_millis).toBeGreaterThan(560_000)
  expect((await ask({ at_millis: 9_000_000 })).from_millis).toBeLessThan(700_000)
  expect(await keptText(host, id)).toEqual(['the budget', 'the plan'])
})

test('LIV-30 another speaker or the host ends it: what is said from then on is kept, and who ended it is known', async () => {
  const host = await LiveHost.start()
  const id = await runningCall(host)
  const client = await host.join(id, { headers: host.server.bearer(ann) })
  const owner = await host.join(id)
  client.speak(tone(200), { startMs: 0 })
  client.command('meeting_off_the_record', { duration: '10m', at_millis: 0 })
  client.command('meeting_off_the_record', { duration: '5m', at_millis: 0 })
  const [gap] = await owner.until('off_the_record', 2)
  owner.command('meeting_on_the_record')
  const [back] = await client.until('on_the_record')
  expect(back!.data.by).toBe('host@example.com')
  expect(back!.data.at_millis).toBeLessThan(gap!.data.until_millis)
  const { off_the_record } = await host.liveTranscript(id)
  expect(off_the_record.map(range => range.until_millis)).toEqual([
    back!.data.at_millis,
    back!.data.at_millis,
  ])
  expect((await host.join(id)).of('call_started')[0]!.data).not.toHaveProperty('off_the_record_until_millis')
  const ledger = (await host.ledger(id)).filter(event => event.name === 'on_the_record')
  expect(ledger).toMatchObject([{ fields: back!.data }])
  // Nothing is off the record any more, so there is nothing to end.
  owner.command('meeting_on_the_record')
  await pingedBy(owner)
  expect(owner.of('on_the_record')).toHaveLength(1)
})

test('LIV-30 asked for by voice, the owner of the microphone is the one who asked', async () => {
  const host = await LiveHost.start({ segments: sentences('OK EVA, off the record') })
  const { client } = await host.meetingWithClient()
  client.speak(tone(1500), { startMs: 0 })
  const [gap] = await client.until('off_the_record')
  expect(gap!.data.by).toBe('host@example.com')
})
