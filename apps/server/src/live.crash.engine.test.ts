import { SAMPLES_PER_MS } from '@livetap/audio'
import { liveAddressAnswerSchema, meetingSchema, metrics } from '@livetap/contract'
import { audioLedgers, ledgerChain, searchLogs } from '@livetap/contract/calls/diagnostics'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { audioUrl, getTranscript } from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { loadRecording } from '@livetap/speech/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveClient, silence } from './modules/live-room/testing/live-client'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { callEndpoint, type TestCall } from './testing/call-endpoint'
import { serverBundle } from './testing/process/server-bundle'
import { spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
const admin = { email: 'host@example.com', password: 'a long password' }
const plain = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')

/** The server as users run it, signed in, with the calls a live meeting takes. */
async function signedIn(origin: string) {
  const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
  const headers = { authorization: `Bearer ${access_token}` }
  const call = async (endpoint: Endpoint, input: TestCall = {}) =>
    await (await callEndpoint(origin, endpoint, { headers, ...input })).json()
  return {
    call,
    async join(id: string, after?: number) {
      const { live_addr } = liveAddressAnswerSchema.parse(
        await call(liveAddress, { params: { id }, query: { client_id: 'client-0001' } }),
      )
      return await LiveClient.open(id, live_addr, after)
    },
  }
}

test('a server killed in the middle of a meeting loses no announced final and no evidence, and hears on', async () => {
  const { path: LIVETAP_DATA, remove } = await spawnFolder()
  onTestFinished(remove)
  const env = { LIVETAP_DATA, LIVETAP_ADMIN_EMAIL: admin.email, LIVETAP_ADMIN_PASSWORD: admin.password }
  const spoken = loadRecording('jfk')

  const first = spawnServer(bundle.main, env)
  onTestFinished(() => void first.child.kill('SIGKILL'))
  const before = await signedIn(await first.listening)
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const create = async () =>
    meetingSchema.parse(await before.call(createMeeting, { query: { client_region: 'us' }, body }))
  const { id } = await create()
  const { id: quiet } = await create()
  const client = await before.join(id)
  client.speak(spoken, { startMs: 0 })
  await vi.waitFor(() => expect(client.finals.length).toBeGreaterThan(0))
  const offTheRecord = await before.join(quiet)
  offTheRecord.socket.on('message', data => {
    if (data.toString().includes('"off_the_record"')) first.child.kill('SIGKILL')
  })
  offTheRecord.command('meeting_off_the_record', { duration: '10s' })
  await first.exited
  await client.untilClosed()
  const announced = client.finals

  const second = spawnServer(bundle.main, env)
  onTestFinished(() => void second.child.kill('SIGKILL'))
  const after = await signedIn(await second.listening)
  const { ledger_events } = audioLedgers.answer.parse(
    await after.call(audioLedgers, { params: { id: quiet } }),
  )
  expect(ledger_events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['room_opened', 'client_joined', 'off_the_record']),
  )
  expect(await after.call(ledgerChain, { params: { id: quiet } })).toMatchObject({ breaks: [] })
  // Entries older than a second are kept.
  const { entries } = searchLogs.answer.parse(await after.call(searchLogs, { query: { meeting: id } }))
  expect(entries.map(({ metric }) => metric)).toContain(metrics.roomCreated.name)
  const again = await after.join(id, client.lastSeq)
  // What was not stored yet is still with the client: it sends on from what the server holds.
  const heldMs = again.messages[0]!.audio_received_millis?.['0'] ?? 0
  expect(heldMs).toBeGreaterThan(0)
  again.speak(spoken.slice(heldMs * SAMPLES_PER_MS), { startMs: heldMs })
  again.speak(silence(2000), { startMs: spoken.length / SAMPLES_PER_MS })
  const text = () => plain([...announced, ...again.finals].join(' '))
  await vi.waitFor(() => expect(text()).toMatch(/do for your country$/))
  expect(text().match(/fellow americans/g)).toHaveLength(1)
  expect(text().match(/for your country/g)).toHaveLength(1)

  await after.call(dropMeeting, { params: { id } })
  await vi.waitFor(
    async () =>
      expect(await after.call(meetingStatus, { params: { id } })).toMatchObject({ status: 'CallEnded' }),
    { interval: 200 },
  )
  const past = JSON.stringify(await after.call(getTranscript, { params: { id } }))
  for (const final of [...announced, ...again.finals]) expect(past).toContain(JSON.stringify(final))
  expect(await after.call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })).toMatchObject({
    url: expect.any(String),
  })
  second.child.kill('SIGTERM')
  await second.exited
})
