import { concatPcm } from '@livetap/audio'
import type { MeetingDetail } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { EngineScript } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { type LiveClient, silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { LoudTools } from './testing/loud-tools'
import { sentences } from './testing/spoken-script'

const texts = ['shall we ship it', 'not before Friday', 'why not', 'because of the tests']
/** Two people take turns, a second each. */
const twoPeople: EngineScript = {
  segments: sentences(...texts).map((one, at) => ({ ...one, speakerIds: [at % 2 === 0 ? '1' : '2'] })),
}
const spoken = (count: number) =>
  concatPcm(Array.from({ length: count }, () => concatPcm([silence(100), tone(800), silence(100)])))
const liveRoomLimits = { sweepMs: 50, pauseMs: 60_000 }

const voicesIn = (client: LiveClient) =>
  client.of('transcript_final_result').map(({ transcript }) => transcript.voice)

/** On the meeting's clock, after all that is said: the first word may come late. */
const END_MS = 3_600_000

/** One person says the first sentence, another one all that follow; on the meeting's clock. */
function firstAndOthers(client: LiveClient) {
  const startMs = client.of('transcript_final_result')[1]!.transcript.start_millis - 50
  return [
    { speaker: 'x', startMs: 0, endMs: startMs },
    { speaker: 'y', startMs, endMs: END_MS },
  ]
}

interface PastLine {
  speaker_segments: { speaker_id: string; transcript: string }[]
}
async function past(host: LiveHost, id: string) {
  const answer = (await (
    await host.call(getTranscript, { params: { id }, query: { segments_transcript: true } })
  ).json()) as {
    results: PastLine[]
    speakers?: { speaker_id: string; name: string }[]
  }
  return { lines: answer.results.map(line => line.speaker_segments), speakers: answer.speakers }
}

const query = (host: LiveHost, text: string, id: string) => host.server.app.database.pool.query(text, [id])

const other = (host: LiveHost) => host.server.bearer({ userId: 'user-2', userName: 'remote@example.com' })

test('people at the only microphone of a meeting get lines of their own, live and in the past view', async () => {
  const host = await LiveHost.start(twoPeople, { liveRoomLimits })
  const { id, client } = await host.meetingWithClient()
  client.speak(spoken(4), { startMs: 0 })
  await client.until('transcript_final_result', 4)
  expect(voicesIn(client)).toEqual([undefined, 2, undefined, 2])
  const changes = client.of('microphone_changed').map(({ data }) => [data.shared, data.voices])
  expect(changes).toEqual([
    [true, undefined],
    [true, 2],
  ])
  const { results } = await host.liveTranscript(id)
  expect(results.map(({ transcript }) => transcript.voice)).toEqual([undefined, 2, undefined, 2])
  const late = await host.join(id)
  expect(late.of('call_started')[0]!.data!.speakers).toMatchObject([{ shared: true, voices: 2 }])

  await vi.waitFor(async () =>
    expect((await past(host, id)).speakers).toEqual([
      expect.objectContaining({ speaker_id: '1', name: 'host@example.com' }),
      expect.objectContaining({ speaker_id: '1.2', name: 'host@example.com, voice 2' }),
    ]),
  )
  const { lines } = await past(host, id)
  expect(lines.map(segments => segments.map(one => one.speaker_id))).toEqual([['1'], ['1.2'], ['1'], ['1.2']])
})

test('where everyone has a microphone one person speaks into each, unless its owner says otherwise', async () => {
  const host = await LiveHost.start(twoPeople, { liveRoomLimits })
  const { id, client } = await host.meetingWithClient()
  const remote = await host.join(id, { headers: other(host) })
  client.speak(silence(64), { startMs: 0 })
  await client.until('microphone_changed')
  remote.speak(silence(64), { startMs: 0 })
  await vi.waitFor(() =>
    expect(client.of('microphone_changed').map(({ data }) => [data.name, data.shared])).toEqual([
      ['host@example.com', true],
      ['remote@example.com', false],
      ['host@example.com', false],
    ]),
  )
  client.speak(silence(1000), { startMs: 64 })
  await vi.waitFor(() => {
    client.command('ping')
    expect(client.of('pong').at(-1)?.audio_received_millis).toEqual({ 0: 1064 })
  })
  client.speak(spoken(2), { startMs: 1064 })
  await client.until('transcript_final_result', 1)
  expect(voicesIn(client)).toEqual(voicesIn(client).map(() => undefined))
  expect(host.engine.opened.at(-1)).not.toHaveProperty('diarization')

  client.command('share_microphone')
  client.command('share_microphone')
  await vi.waitFor(() => expect(client.of('microphone_changed').at(-1)!.data).toMatchObject({ shared: true }))
  client.speak(concatPcm([silence(1000), spoken(2)]), { startMs: 3064 })
  await vi.waitFor(() => expect(host.engine.opened.at(-1)).toMatchObject({ diarization: true }))
  await vi.waitFor(() => expect(voicesIn(client)).toContain(2))
  const shared = (await host.ledger(id)).filter(({ name }) => name === 'microphone_shared')
  expect(shared.map(({ fields }) => fields)).toEqual([
    expect.objectContaining({ shared: true, by: 'host@example.com' }),
  ])
  client.command('unshare_microphone')
  await vi.waitFor(() =>
    expect(client.of('microphone_changed').at(-1)!.data).toMatchObject({ shared: false }),
  )

  // A single speaker is not diarized afterwards either.
  await vi.waitFor(async () => {
    const { rows } = await query(
      host,
      'select shared from live_stream where meeting_id = $1 and number = 1',
      id,
    )
    expect(rows).toEqual([{ shared: false }])
  })
  await host.drop(id)
  await host.untilEnded(id)
  await vi.waitFor(async () => {
    const { rows } = await query(host, 'select mixed_at from live_meeting where meeting_id = $1', id)
    expect(rows).toEqual([{ mixed_at: expect.any(Date) }])
  })
  expect((await query(host, 'select 1 from job where meeting_id = $1', id)).rows).toEqual([])
})

test('a user who loads the page again has not joined twice: the microphone is still the only one', async () => {
  const host = await LiveHost.start(twoPeople, { liveRoomLimits })
  const { id, client: before } = await host.meetingWithClient()
  before.speak(spoken(1), { startMs: 0 })
  await before.until('transcript_final_result')
  before.close()
  await before.untilClosed()
  const client = await host.join(id)
  client.speak(spoken(2), { startMs: 0 })
  await client.until('transcript_final_result', 2)
  expect(voicesIn(client).slice(-2)).toEqual([undefined, 2])
})

test('after the call the whole is looked at: lines go to the voices that spoke them, under the ids of the call', async () => {
  const tools = new LoudTools([
    'shall we ship it now',
    'not before Friday',
    'why not so',
    'because of the test',
  ])
  const nodeTimes = { heartbeatMs: 200, silentMs: 20_000 }
  const host = await LiveHost.start(twoPeople, { liveRoomLimits, speech: tools, nodeTimes })
  const { id, client } = await host.meetingWithClient({ enable_ensemble: true })
  client.speak(spoken(4), { startMs: 0 })
  await client.until('transcript_final_result', 4)
  // The third sentence was the second person's, and no one had noticed.
  tools.turns = firstAndOthers(client)
  await host.drop(id)
  await host.untilEnded(id)
  await vi.waitFor(
    async () => {
      const { lines } = await past(host, id)
      expect(lines.flat().map(one => one.speaker_id)).toEqual(['1', '1.2', '1.2', '1.2'])
      expect(lines.flat().map(one => one.transcript)[0]).toContain('now')
    },
    { interval: 50 },
  )
  expect(await host.ledger(id)).toContainEqual(
    expect.objectContaining({ name: 'speakers_found', fields: expect.objectContaining({ speakers: 2 }) }),
  )
})

test('the past view is notified when the voices of a call are diarized, also where its text is not recognised again', async () => {
  const tools = new LoudTools([])
  const nodeTimes = { heartbeatMs: 200, silentMs: 20_000 }
  const host = await LiveHost.start(twoPeople, { liveRoomLimits, speech: tools, nodeTimes })
  let goOn = () => {}
  tools.diarize = () =>
    new Promise(resolve => {
      goOn = () => resolve([{ speaker: 'x', startMs: 0, endMs: END_MS }])
    })
  const { id, client } = await host.meetingWithClient()
  client.speak(spoken(4), { startMs: 0 })
  await client.until('transcript_final_result', 4)
  await host.drop(id)
  await host.untilEnded(id)
  const enhancement = async () =>
    ((await (await host.call(getMeeting, { params: { id } })).json()) as MeetingDetail).enhancement
  await vi.waitFor(async () => expect(await enhancement()).toBe('pending'))
  await vi.waitFor(async () => {
    goOn()
    expect(await enhancement()).toBe('done')
  })
  const { lines } = await past(host, id)
  expect(new Set(lines.flat().map(one => one.speaker_id)).size).toBe(1)
})

test('where there was no time to find out who speaks, that is done after the call', async () => {
  const tools = new LoudTools([])
  const segments = sentences('shall we ship it', 'not before Friday').map(one => ({
    ...one,
    speakerUnknown: true,
  }))
  const nodeTimes = { heartbeatMs: 200, silentMs: 20_000 }
  const host = await LiveHost.start({ segments }, { liveRoomLimits, speech: tools, nodeTimes })
  const { id, client } = await host.meetingWithClient()
  client.speak(spoken(2), { startMs: 0 })
  await client.until('transcript_final_result', 2)
  expect(voicesIn(client)).toEqual([undefined, undefined])
  tools.turns = firstAndOthers(client)
  await host.drop(id)
  await host.untilEnded(id)
  await vi.waitFor(async () => {
    const { lines, speakers } = await past(host, id)
    expect(lines.flat().map(one => one.speaker_id)).toEqual(['1', '1.2'])
    expect(speakers!.map(({ name }) => name)).toContain('host@example.com, voice 2')
  })
})
