import { hotwordCloseCodes } from '@livetap/contract'
import { createMeeting, liveAddress, setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import { drainNode } from '@livetap/contract/calls/system'
import { createHighlight } from '@livetap/contract/calls/transcripts'
import { expect, test, vi } from 'vitest'
import { LiveClient, silence, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

/** No beat comes by itself: what reaches the other node was said to it. */
const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }
const secret = { LIVETAP_SECRET: 'one secret for both nodes' }

/** Two servers over one database and one storage; `env` is what each has besides. */
async function twoNodes(envOf: (name: string) => Record<string, string> = () => ({})) {
  const script = { segments: sentences('we ship on Friday') }
  const one = await LiveHost.start(script, { env: { ...secret, ...envOf('one') }, nodeTimes })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const env = { ...secret, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder, ...envOf('two') }
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

test('behind one address each node has a path; one that a socket does not belong to sends it to ask again', async () => {
  const publicUrl = 'https://livetap.example.org'
  const { one, two } = await twoNodes(name => ({
    LIVETAP_PUBLIC_URL: publicUrl,
    LIVETAP_NODE_URL: `${publicUrl}/nodes/${name}`,
  }))
  const id = await one.createMeeting()
  /** As a balancer that leaves the path where it is leads it to a node. */
  const led = async (to: LiveHost) => {
    const address = new URL(await two.address(id))
    expect(address.href).toMatch(/^wss:\/\/livetap\.example\.org\/nodes\/one\/partner-api\//)
    const url = `${to.server.url.replace('http', 'ws')}${address.pathname}${address.search}`
    return LiveClient.start(id, url)
  }
  // The node has the meeting from here on.
  await one.address(id)
  const client = await led(one)
  await client.until('call_started')
  const lost = await led(two)
  expect(await lost.untilClosed()).toMatchObject({ code: hotwordCloseCodes.moved, reason: 'moved' })
  client.speak(tone(1000))
  await client.until('transcript_final_result')
})

test('the meetings of a node that stops go on elsewhere, with their numbers and their sound', async () => {
  const { one, two } = await twoNodes()
  const id = await one.createMeeting()
  const before = await one.join(id, { clientId: 'client-0001' })
  before.speak(tone(1280), { startMs: 0 })
  await before.until('transcript_final_result')
  await one.server.app.close()
  expect((await before.untilClosed()).reason).toBe('moved')
  const again = await two.join(id, { clientId: 'client-0001', after: before.lastSeq })
  expect(again.messages[0]!.audio_received_millis).toEqual({ 0: 1280 })
  again.speak(silence(640), { startMs: 1280 })
  again.command('enable_earmuffs')
  const [muffled] = await again.until('earmuffs_enabled')
  expect(muffled!.seq).toBeGreaterThan(before.lastSeq)
})

test('a drained node takes no new call, and gives away what runs; where no other takes it, it keeps it', async () => {
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
  expect((await running.client.untilClosed()).reason).toBe('moved')
  expect(await nodeOf(running.id)).toBe(portOfTwo)
  await vi.waitFor(() => expect(two.server.app.liveRoom.service.stats.rooms).toBe(1))
  expect(one.server.app.nodes.own.load.calls).toBe(0)

  await drain(two, true)
  const again = await one.join(running.id)
  again.speak(tone(1000))
  await again.until('transcript_final_result')
  expect(two.server.app.nodes.own.load.calls).toBe(1)
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
