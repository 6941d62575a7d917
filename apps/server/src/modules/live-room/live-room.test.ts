import { gzipSync } from 'node:zlib'
import { hotwordMessageSchema } from '@livetap/contract'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { describe, expect, test, vi } from 'vitest'
import { LiveClient, silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

describe('the room', () => {
  test('LIV-03 LIV-20 LIV-25 what one says everyone reads, and who joins late gets the transcripts so far', async () => {
    const host = await LiveHost.start({ segments: sentences('we ship on Friday') })
    const { id, client: speaker } = await host.meetingWithClient()
    const watcher = await host.join(id)
    speaker.speak(tone(2000))
    const [final] = await watcher.until('transcript_final_result')
    const [said] = await speaker.until('transcript_final_result')
    expect(final!.transcript).toMatchObject({ text: 'we ship on Friday', csis: [0], language_code: 'en-US' })
    expect(watcher.of('transcript_interim_results').length).toBeGreaterThan(0)
    expect(said!.audio_received_millis).toEqual({ 0: expect.any(Number) })
    expect(final!.audio_received_millis).toEqual({})
    const [started] = await watcher.until('speaker_started')
    expect(started!.data).toMatchObject({ csi: 0, name: 'host@example.com' })
    const { results, seq } = await host.liveTranscript(id)
    expect(results.map(one => one.transcript.text)).toEqual(['we ship on Friday'])
    expect(seq).toBe(final!.seq)
    await watcher.until('speaker_stopped')
    for (const message of [...watcher.messages, ...speaker.messages])
      expect(hotwordMessageSchema.parse(message)).toEqual(message)
    const numbers = watcher.messages.slice(1).map(message => message.seq!)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  test.each([
    ['capacity', 'capacity'],
    ['user_limit', 'user-limit'],
    ['unsupported_language', 'unsupported-language'],
  ] as const)(
    'an engine that refuses a voice (%s) is announced to all clients and recorded in the log and the ledger',
    async (reason, recorded) => {
      const host = await LiveHost.start({ openFailure: { reason, message: 'All taken' } })
      const { id, client } = await host.meetingWithClient()
      client.speak(tone(200))
      const [error] = await client.until('error')
      expect(error!.data).toEqual({ code: `recognition_${recorded}`, description: 'All taken' })
      expect(await host.ledger(id)).toContainEqual(
        expect.objectContaining({
          name: 'recognition_failed',
          fields: expect.objectContaining({ reason: recorded, message: 'All taken' }),
        }),
      )
      expect(await host.metrics(id)).toContainEqual(
        expect.objectContaining({
          metric: 'engine-refused',
          severity: 'WARNING',
          message: `${host.engine.name} refused: ${recorded}`,
        }),
      )
    },
  )

  test('a final is in the database when it is announced', async () => {
    const host = await LiveHost.start({ segments: sentences('one two', 'three four') })
    const { id, client } = await host.meetingWithClient()
    const seen: Promise<number>[] = []
    client.socket.on('message', data => {
      if (JSON.parse(data.toString()).type !== 'transcript_final_result') return
      seen.push(host.server.app.transcripts.utterances.count(id))
    })
    client.speak(tone(2500))
    await client.until('transcript_final_result', 2)
    for (const [index, count] of (await Promise.all(seen)).entries())
      expect(count).toBeGreaterThanOrEqual(index + 1)
  })

  test('LIV-19 LIV-21 a ping is answered with how far the audio came', async () => {
    const host = await LiveHost.start()
    const { client } = await host.meetingWithClient()
    client.speak(silence(640))
    client.speak(silence(320), { csi: 3 })
    client.command('ping')
    const [pong] = await client.until('pong')
    expect(pong!.audio_received_millis).toEqual({ 0: 640, 3: 320 })
  })

  test('LIV-06 gzipped audio is taken, and places on the stream clock keep holes and repeats apart', async () => {
    const host = await LiveHost.start()
    const { client } = await host.meetingWithClient()
    client.speak(tone(640), { gzip: bytes => gzipSync(bytes), startMs: 0 })
    client.speak(tone(640), { startMs: 320 })
    client.speak(tone(64), { startMs: 5000 })
    client.command('ping')
    const [pong] = await client.until('pong')
    expect(pong!.audio_received_millis).toEqual({ 0: 5064 })
  })

  test('two clients that both use csi 0 are two voices', async () => {
    const host = await LiveHost.start({ segments: sentences('hello there') })
    const { id, client: one } = await host.meetingWithClient()
    const two = await host.join(id)
    one.speak(tone(1000))
    two.speak(tone(1000))
    const finals = await two.until('transcript_final_result', 2)
    expect(new Set(finals.map(final => final.transcript.stream_id)).size).toBe(2)
    expect(finals.map(final => final.transcript.csis)).toEqual([[0], [0]])
    expect(new Set(finals.map(final => final.id)).size).toBe(2)
    const { rows } = await host.server.app.database.pool.query(
      'select csi from live_stream where meeting_id = $1',
      [id],
    )
    expect(rows).toHaveLength(2)
  })

  test('the 65th page load of a meeting can speak as well as the first', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { streamsPerMeeting: 3, sweepMs: 50 } })
    const id = await host.createMeeting()
    for (let load = 1; load <= 5; load++) {
      const client = await host.join(id)
      client.speak(tone(320))
      client.command('ping')
      const [pong] = await client.until('pong')
      expect(pong!.audio_received_millis).toEqual({ 0: 320 })
      client.close()
      await client.untilClosed()
    }
    // Who speaks at the same time is counted all the same.
    const clients = await Promise.all([1, 2, 3, 4].map(() => host.join(id)))
    for (const client of clients) client.speak(tone(320))
    await vi.waitFor(() => expect(clients.filter(client => client.closed)).toHaveLength(1))
  })

  test('one user does not take the places of all, and a stream without sound takes none', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { streamsPerUser: 2, idleStreamMs: 5_000 } })
    const id = await host.createMeeting()
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => host.join(id)))
    one!.speak(tone(64))
    two!.speak(tone(64))
    three!.speak(tone(64))
    await three!.untilClosed()
    const headers = host.server.bearer({ userId: 'user-2', userName: 'other@example.com' })
    const other = await LiveClient.open(id, await host.address(id, undefined, headers))
    other.speak(tone(64))
    other.command('ping')
    await other.until('pong')
    const spokenAt = Date.now()
    await vi.waitFor(() => expect(Date.now() - spokenAt).toBeGreaterThan(5_000))
    const four = await host.join(id)
    four.speak(tone(64))
    four.command('ping')
    const [pong] = await four.until('pong')
    expect(pong!.audio_received_millis).toEqual({ 0: 64 })
  })

  test('two joiners of one name are distinguished in the list and in the past view, and a reload is no other', async () => {
    const host = await LiveHost.start({ segments: sentences('hello there') })
    const { id, client: one } = await host.meetingWithClient()
    const two = await host.join(id)
    one.speak(tone(1000))
    await one.until('transcript_final_result')
    two.speak(tone(1000))
    await two.until('transcript_final_result', 2)
    two.close()
    await two.untilClosed()
    const reloaded = await host.join(id)
    reloaded.speak(tone(320))
    reloaded.command('ping')
    await reloaded.until('pong')
    const watcher = await host.join(id)
    const [hello] = await watcher.until('call_started')
    expect(hello!.data!.speakers.map(({ csi, name }) => [csi, name])).toEqual([
      [0, 'host@example.com'],
      [0, 'host@example.com (2)'],
      [0, 'host@example.com (2)'],
    ])
    await host.drop(id)
    await host.untilEnded(id)
    const { speakers } = (await (await host.call(getTranscript, { params: { id } })).json()) as {
      speakers: { name: string }[]
    }
    expect(speakers.slice(0, 2).map(({ name }) => name)).toEqual(['host@example.com', 'host@example.com (2)'])
  })

  test('everyone connected is known to everyone, silent listeners too, and each knows which one it is', async () => {
    const host = await LiveHost.start()
    const { id, client: one } = await host.meetingWithClient()
    const listener = await host.join(id)
    const [hello] = await listener.until('call_started')
    const keys = hello!.data!.connected!.map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
    expect(keys).toContain(hello!.data!.own_key)
    const there = () =>
      one
        .of('connected_changed')
        .at(-1)
        ?.data.connected.map(({ key }) => key)
    await vi.waitFor(() => expect(there()).toEqual(keys))
    one.speak(tone(640))
    const [speaking] = await listener.until('speaker_started')
    expect(speaking!.data.client_key).toBe(one.of('call_started')[0]!.data!.own_key)
    listener.close()
    await vi.waitFor(() => expect(there()).toEqual([speaking!.data.client_key]))
  })

  test('LIV-27 a bad command is an error to its sender and nothing else happens', async () => {
    const host = await LiveHost.start()
    const { client } = await host.meetingWithClient()
    client.socket.send('{')
    client.command('explode')
    client.socket.send(JSON.stringify({ type: 'ping', meeting: 'another', ts: 1 }))
    client.command('meeting_off_the_record', { duration: 'for ever' })
    const errors = await client.until('error', 4)
    expect(errors.map(error => error.data.code)).toEqual(Array(4).fill('bad_command'))
    client.command('ping')
    await client.until('pong')
  })
})

describe('what a socket may do', () => {
  test('a ticket opens one socket, in its time, to its meeting', async () => {
    const host = await LiveHost.start()
    const { id } = await host.meetingWithClient()
    const address = await host.address(id)
    expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[^?]*\/[0-9a-f]{32}_us\/hotword\?ticket=/)
    await LiveClient.open(id, address)
    const refused = async (text: string) => {
      const client = LiveClient.start(id, text)
      expect((await client.untilClosed()).code).toBe(1006)
      expect(client.messages).toEqual([])
    }
    await refused(address)
    const other = await host.createMeeting()
    await refused((await host.address(other)).replace(other, id))
    const { tickets } = host.server.app
    const expired = tickets.issue({
      purpose: 'hotword',
      resource: id,
      userId: 'u',
      sessionId: 's',
      lifetimeMs: -1,
    })
    await refused(address.replace(/ticket=.*/, `ticket=${expired}`))
  })

  test('audio that is broken, too big or of another kind closes the socket by name', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { audioBytes: 4096 } })
    const id = await host.createMeeting()
    const closing = async (act: (client: LiveClient) => void) => {
      const client = await host.join(id)
      act(client)
      return (await client.untilClosed()).reason
    }
    expect(await closing(client => client.socket.send(Buffer.from([8, 1, 18])))).toBe('bad_message')
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect(await closing(client => client.speak(tone(64), { gzip: () => bomb }))).toBe('message_too_big')
    expect(await closing(client => client.speak(tone(64), { gzip: bytes => bytes }))).toBe('bad_message')
    const flood = (client: LiveClient) => {
      for (let at = 0; at < 200; at++) client.command('ping')
    }
    expect(await closing(flood)).toBe('too_many_messages')
  })

  test('a full meeting closes a new client as meeting_full, and one that comes back takes its own place', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { clientsPerMeeting: 2 } })
    const id = await host.createMeeting()
    const first = await host.join(id, { clientId: 'first-client' })
    const second = await host.join(id, { clientId: 'second-client' })
    const refused = LiveClient.start(id, await host.address(id, 'third-client'))
    expect(await refused.untilClosed()).toEqual({ code: 4423, reason: 'meeting_full' })
    expect(refused.messages).toEqual([])
    // The connection that this one replaces is still open.
    await host.join(id, { clientId: 'second-client' })
    await second.untilClosed()
    first.socket.close()
    await vi.waitFor(() => expect(host.server.app.liveRoom.service.stats.clients).toBe(1))
    await host.join(id, { clientId: 'third-client' })
  })

  test('a client that does not read is let go, and the others hear everything', async () => {
    const script = { segments: sentences('w '.repeat(1500)), repeatEveryMs: 1000 }
    const host = await LiveHost.start(script, {
      liveRoomLimits: { slowReaderBytes: 256 * 1024, burstMs: 10_000_000 },
    })
    const { id, client: speaker } = await host.meetingWithClient()
    const paused = await host.join(id)
    paused.socket.pause()
    for (let said = 1; said <= 60; said++) {
      speaker.speak(tone(1000), { startMs: (said - 1) * 1000 })
      await speaker.until('transcript_final_result', said)
    }
    await vi.waitFor(() => expect(host.server.app.liveRoom.service.stats.clients).toBe(1))
  })

  test('logging out ends the sockets of that session, and silence ends any', async () => {
    const host = await LiveHost.start({}, { liveRoomLimits: { silentMs: 300, sweepMs: 20 } })
    const { id, client } = await host.meetingWithClient()
    expect(await client.untilClosed()).toMatchObject({ reason: 'silent_too_long' })
    const sessionId = 'the-session'
    const headers = host.server.bearer({ sessionId })
    const other = await LiveClient.open(id, await host.address(id, undefined, headers))
    host.server.app.signOn.events.announce([{ sessionId, userId: 'user-1' } as never])
    expect(await other.untilClosed()).toMatchObject({ code: 4403 })
  })
})
