import { getTranscript } from '@livetap/contract/calls/transcripts'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log/log'
import { stoppableDatabase } from '../../testing/database/stoppable-database'
import { meetingFiles } from '../meetings'
import { tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { decodeFlac } from './testing/recording'
import { sentences } from './testing/spoken-script'

async function hostWithDatabase() {
  const database = await stoppableDatabase()
  const logged: string[] = []
  const host = await LiveHost.start(
    { segments: sentences('one', 'two', 'three') },
    {
      env: { DATABASE_URL: database.url },
      log: createLog('warn', { write: line => logged.push(line) }),
      liveRoomLimits: {
        sweepMs: 50,
        mixPollMs: 500,
        mixRetryMs: [50, 100],
        storeMs: 1_000,
        drainMs: 1_000,
        pauseMs: 60_000,
      },
    },
  )
  /** Resolves when the log has said this so often. */
  const untilLogged = (message: string, count: number) =>
    vi.waitFor(() => expect(logged.filter(line => line.includes(message)).length).toBeGreaterThan(count), {
      interval: 50,
    })
  return { database, host, untilLogged }
}

test('a database that is away during a call loses neither words nor sound, not even of a voice that is new', async () => {
  const { database, host, untilLogged } = await hostWithDatabase()
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(1000), { startMs: 0 })
  await client.until('transcript_final_result')
  await database.stop()
  client.speak(tone(2500), { startMs: 1000 })
  client.speak(tone(3500), { csi: 5, startMs: 0 })
  client.command('enable_earmuffs')
  // More often than a few quick tries.
  await untilLogged('recording a stream failed', 8)
  // The call goes on: what cannot be kept yet is not announced yet.
  client.command('ping')
  await client.until('pong')
  expect(client.finals).toEqual(['one'])
  // A refusal does not wait for evidence that cannot be written now.
  const evidence = host.server.app.events.recorder.ledgerWritten()
  const dropped = host.drop(id).then(({ status }) => status)
  expect(await Promise.race([dropped, evidence])).toBe(503)
  await database.start()
  await client.until('transcript_final_result', 6)
  await client.until('earmuffs_enabled')
  expect(client.closed).toBeUndefined()
  await host.drop(id)
  await host.untilEnded(id)
  const transcript = (await (await host.call(getTranscript, { params: { id } })).json()) as {
    results: object[]
  }
  expect(transcript.results).toHaveLength(6)
  const { rows } = await host.server.app.database.pool.query(
    'select csi, anchor_ms from live_stream order by csi',
  )
  expect(rows.map(row => row.csi)).toEqual([0, 5])
  const recording = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(recording.length / 16).toBeGreaterThanOrEqual(rows[1].anchor_ms + 3500)
})

test('a database that goes away while a call ends, or is mixed, ends no process: the meeting is completed when it is back', async () => {
  const { database, host, untilLogged } = await hostWithDatabase()
  const first = await host.meetingWithClient()
  first.client.speak(tone(1500), { startMs: 0 })
  await first.client.until('transcript_final_result')
  const second = await host.meetingWithClient()
  second.client.speak(tone(1500), { startMs: 0 })
  await second.client.until('transcript_final_result')
  // The first is being mixed when it goes, and the second has just said its last word.
  await host.drop(first.id)
  const dropping = host.drop(second.id).catch(() => undefined)
  await second.client.until('call_ended')
  await database.stop()
  await dropping
  // More often than it is repeated at once: the next look finds it.
  await untilLogged('mixing failed', 2)
  await database.start()
  await host.untilEnded(first.id)
  await host.untilEnded(second.id)
  for (const { id } of [first, second]) {
    const recording = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
    expect(recording.length / 16).toBeGreaterThanOrEqual(1500)
  }
})
