import { createMeeting, liveAddress, setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { drainNode } from '@livetap/contract/calls/system'
import { createHighlight } from '@livetap/contract/calls/transcripts'
import { expect, test } from 'vitest'
import { silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

/** No beat comes by itself: what reaches the other node was said to it. */
const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }
const secret = { LIVETAP_SECRET: 'one secret for both nodes' }

/** Two servers over one database and one storage. */
async function twoNodes() {
  const script = { segments: sentences('we ship on Friday') }
  const one = await LiveHost.start(script, { env: secret, nodeTimes })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const env = { ...secret, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const two = await LiveHost.start(script, { env, nodeTimes }, one)
  return { one, two }
}

test('a meeting has one node: the other leads to it, and what is asked there reaches its room', async () => {
  const { one, two } = await twoNodes()
  const { id, client } = await one.meetingWithClient()
  expect(new URL(await two.address(id)).port).toBe(String(one.server.app.config.port))
  const other = await two.join(id)
  client.speak(tone(1000))
  const [final] = await other.until('transcript_final_result')
  const { text, start_millis, end_millis } = final!.transcript
  await two.call(createHighlight, {
    params: { id },
    body: {
      meeting_id: id,
      timestamp: Date.now(),
      highlight: { text, start_millis, end_millis, trigger_info: { type: 'manual', trigger_by: 'x' } },
      highlight_id: 'h-2',
    },
  })
  await two.call(setHotwordStatus, { params: { id }, body: { chimes: false } })
  await client.until('highlight_created')
  await client.until('chimes_disabled')
  await two.drop(id)
  expect((await client.until('call_ended'))[0]!.data).toEqual({ reason: 'dropped' })
  await two.untilEnded(id)
})

test('the meetings of a node that is gone go on elsewhere, with their numbers and their sound', async () => {
  const { one, two } = await twoNodes()
  const id = await one.createMeeting()
  const before = await one.join(id, { clientId: 'client-0001' })
  before.speak(tone(1280), { startMs: 0 })
  await before.until('transcript_final_result')
  await one.server.app.close()
  expect((await before.untilClosed()).reason).toBe('shutting_down')
  const again = await two.join(id, { clientId: 'client-0001', after: before.lastSeq })
  expect(again.messages[0]!.audio_received_millis).toEqual({ 0: 1280 })
  again.speak(silence(640), { startMs: 1280 })
  again.command('enable_earmuffs')
  const [muffled] = await again.until('earmuffs_enabled')
  expect(muffled!.seq).toBeGreaterThan(before.lastSeq)
})

test('a drained node takes no new call: it is led to another, while what runs goes on where it is', async () => {
  const { one, two } = await twoNodes()
  const nodeOf = async (id: string) => new URL(await one.address(id)).port
  const [portOfOne, portOfTwo] = [one, two].map(({ server }) => String(server.app.config.port))
  const drain = (host: LiveHost, draining: boolean) =>
    one.call(drainNode, { params: { pod: host.server.app.identity.pod }, body: { draining } })
  const running = await one.meetingWithClient()
  const madeBefore = await one.createMeeting()
  expect((await drain(one, true)).status).toBe(200)
  const made = await one.createMeeting()
  expect(await nodeOf(made)).toBe(portOfTwo)
  expect(await nodeOf(madeBefore)).toBe(portOfTwo)
  expect(await nodeOf(running.id)).toBe(portOfOne)
  const again = await one.join(running.id)
  again.speak(tone(1000))
  await again.until('transcript_final_result')
  expect(one.server.app.nodes.own.load.calls).toBe(1)

  await drain(two, true)
  const query = { client_region: 'us' }
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const refused = await one.call(createMeeting, { query, body })
  expect(refused.status).toBe(503)
  expect(JSON.stringify(await refused.json())).toContain('Every node is being drained')
  // No one is sent away from a call that has its node.
  expect((await one.call(liveAddress, { params: { id: running.id } })).status).toBe(200)
  expect(await nodeOf(made)).toBe(portOfTwo)
  expect((await two.drop(made)).status).toBe(200)
  await drain(one, false)
  expect(await nodeOf(await one.createMeeting())).toBe(portOfOne)
})
