import { concatPcm, SAMPLES_PER_MS } from '@livetap/audio'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { EngineScript } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { type LiveClient, silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { LoudTools } from './testing/loud-tools'
import { sentences } from './testing/spoken-script'

const liveRoomLimits = { sweepMs: 50, pauseMs: 60_000 }
const oneSentence: EngineScript = { segments: sentences('shall we ship it') }
const spoken = concatPcm([silence(100), tone(800), silence(100)])

interface Past {
  results: { csis: number[]; speaker_segments: { speaker_id: string }[] }[]
  speakers?: { speaker_id: string; name: string }[]
}

async function past(host: LiveHost, id: string) {
  const query = { segments_transcript: true }
  const answer = (await (await host.call(getTranscript, { params: { id }, query })).json()) as Past
  return {
    lines: answer.results.map(({ csis, speaker_segments: [segment] }) => [segment!.speaker_id, ...csis]),
    speakers: answer.speakers?.map(({ speaker_id, name }) => [speaker_id, name]),
  }
}

async function say(client: LiveClient, { csi = 0, startMs = 0 } = {}) {
  const before = client.finals.length
  client.speak(spoken, { startMs, csi })
  await vi.waitFor(() => expect(client.finals.length).toBeGreaterThan(before))
}

async function leave(client: LiveClient) {
  client.close()
  await client.untilClosed()
}

test('who loads the page again, signs in again or sets another csi stays one speaker, and each line keeps the csi that was set', async () => {
  const host = await LiveHost.start(oneSentence, { liveRoomLimits })
  const { id, client } = await host.meetingWithClient()
  await say(client)
  await leave(client)
  const reloaded = await host.join(id)
  await say(reloaded)
  await leave(reloaded)
  const headers = host.server.bearer({ userName: 'host@example.com', sessionId: 'another session' })
  const signedInAgain = await host.join(id, { headers })
  await say(signedInAgain)
  await say(signedInAgain, { csi: 7, startMs: 1_000 })

  await vi.waitFor(async () =>
    expect(await past(host, id)).toEqual({
      lines: [
        ['1', 0],
        ['1', 0],
        ['1', 0],
        ['1', 7],
      ],
      speakers: [['1', 'host@example.com']],
    }),
  )
})

test('two clients of one user at once, and two csis of one client at once, are two speakers', async () => {
  const host = await LiveHost.start(oneSentence, { liveRoomLimits })
  const { id, client } = await host.meetingWithClient()
  const beside = await host.join(id)
  await say(client)
  await say(beside)
  await say(client, { csi: 5 })
  await vi.waitFor(async () => expect((await past(host, id)).lines).toHaveLength(3))
  expect(new Set((await past(host, id)).lines.map(([speaker]) => speaker)).size).toBe(3)
})

/** On the meeting's clock, after all that is said. */
const END_MS = 3_600_000

/** A little before each line, in the order of time. */
const startsOf = (...clients: LiveClient[]) => {
  const lines = clients.flatMap(client => client.of('transcript_final_result'))
  const starts = new Map(lines.map(({ id, transcript }) => [id, transcript.start_millis - 50]))
  return [...starts.values()].sort((a, b) => a - b)
}

test('two people at one microphone whose page was loaded again are two after the call', async () => {
  const segments = sentences('shall we ship it', 'not before Friday').map((one, at) => ({
    ...one,
    speakerIds: [String(at + 1)],
  }))
  const tools = new LoudTools([])
  const nodeTimes = { heartbeatMs: 200, silentMs: 20_000 }
  const host = await LiveHost.start({ segments }, { liveRoomLimits, speech: tools, nodeTimes })
  const { id, client } = await host.meetingWithClient()
  const both = concatPcm([spoken, spoken])
  const spokeAt = performance.now()
  client.speak(both, { startMs: 0 })
  await client.until('transcript_final_result', 2)
  await leave(client)
  const again = await host.join(id)
  // A stream begins when its first packet comes, and a page that comes back begins behind what the first one sent.
  await vi.waitFor(() => expect(performance.now() - spokeAt).toBeGreaterThan(both.length / SAMPLES_PER_MS))
  again.speak(both, { startMs: 0 })
  // Who comes back is told what was said before, too.
  await vi.waitFor(() => expect(startsOf(client, again)).toHaveLength(4))
  // One voice is heard first and third, another second and fourth: in one recording of the one microphone.
  const [, second, third, fourth] = startsOf(client, again)
  tools.turns = [
    { speaker: 'x', startMs: 0, endMs: second! },
    { speaker: 'y', startMs: second!, endMs: third! },
    { speaker: 'x', startMs: third!, endMs: fourth! },
    { speaker: 'y', startMs: fourth!, endMs: END_MS },
  ]
  await host.drop(id)
  await host.untilEnded(id)
  await vi.waitFor(async () => {
    expect(await host.ledger(id)).toContainEqual(
      expect.objectContaining({ name: 'speakers_found', fields: expect.objectContaining({ speakers: 2 }) }),
    )
  })
  const { lines, speakers } = await past(host, id)
  expect(lines.map(([speaker]) => speaker)).toEqual(['1', '1.2', '1', '1.2'])
  expect(speakers).toEqual([
    ['1', 'host@example.com'],
    ['1.2', 'host@example.com, voice 2'],
  ])
})

test('voices keep their numbers over a restart of the server: what each said before is listened to again', async () => {
  const env = { LIVETAP_SECRET: 'one secret for both nodes' }
  const segments = sentences('one', 'two').map((one, at) => ({
    ...one,
    endMs: one.startMs + 1_000,
    speakerIds: [String(at + 1)],
  }))
  const first = await LiveHost.start({ segments }, { env, liveRoomLimits })
  const { databaseUrl, storage } = first.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const more = { ...env, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const id = await first.createMeeting()
  const client = await first.join(id, { clientId: 'client-0001' })
  client.speak(concatPcm([silence(100), tone(1_900), silence(1_500)]), { startMs: 0 })
  await client.until('transcript_final_result', 2)
  await first.server.app.close()

  const second = await LiveHost.start({ segments }, { env: more, liveRoomLimits }, first)
  const again = await second.join(id, { clientId: 'client-0001' })
  again.speak(tone(500), { startMs: again.messages[0]!.audio_received_millis!['0']! })
  await vi.waitFor(() => expect(second.engine.opened.at(-1)?.voices).toBeDefined())
  const memory = second.engine.opened.at(-1)!.voices!
  const earlier = memory.takeEarlier()
  expect(earlier.map(({ speaker }) => speaker)).toEqual(['1', '2'])
  for (const { sound } of earlier) {
    const pcm = await sound()
    expect(pcm.length / SAMPLES_PER_MS).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...pcm)).toBeGreaterThan(1_000)
  }
  expect(memory.named).toBe(2)
})
