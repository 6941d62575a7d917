import {
  liveAddressAnswerSchema,
  liveTranscriptAnswerSchema,
  meetingSchema,
  transcriptAnswerSchema,
} from '@livetap/contract'
import {
  createMeeting,
  dropMeeting,
  liveAddress,
  liveTranscript,
} from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { drainNode, systemState } from '@livetap/contract/calls/system'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SpeakingClient } from './modules/live-room/testing/speaking-client'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { callEndpoint, type TestCall } from './testing/call-endpoint'
import { migratedDatabase } from './testing/database/test-database'
import { newDataFolder, scriptedBundle } from './testing/process/server-bundle'
import { type SpawnedServer, spawnServer } from './testing/process/spawn-server'

const bundle = scriptedBundle()
const admin = { email: 'host@example.com', password: 'a long password' }
const MOVED = 4409

interface Node extends SpawnedServer {
  origin: string
}

/** Two server processes over one database and one storage, and a signed-in host who asks the first that answers. */
async function twoNodes() {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  const storage = await newDataFolder()
  const start = async (): Promise<Node> => {
    const server = spawnServer(bundle.main, {
      DATABASE_URL: url,
      LIVETAP_DATA: await newDataFolder(),
      LIVETAP_STORAGE: storage,
      // What is left of a call is not worked on: its text stays as it was announced.
      LIVETAP_ROLE: 'gateway',
      LIVETAP_SECRET: 'one secret for both nodes',
      LIVETAP_ADMIN_EMAIL: admin.email,
      LIVETAP_ADMIN_PASSWORD: admin.password,
    })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    return { ...server, origin: await server.listening }
  }
  const one = await start()
  const two = await start()
  const tokens = new Map<string, string>()
  for (const { origin } of [one, two]) {
    const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
    tokens.set(origin, access_token)
  }
  const call = async ({ origin }: Node, endpoint: Endpoint, input: TestCall = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokens.get(origin)}` }
    const answer = await callEndpoint(origin, endpoint, { headers, ...input })
    expect(answer.ok, `${endpoint.name} answered ${answer.status}`).toBe(true)
    return await answer.json()
  }
  return { one, two, call }
}

type Fleet = Awaited<ReturnType<typeof twoNodes>>

/** A meeting whose room is on the first node, with one client that speaks. */
async function speaking({ one, two, call }: Fleet) {
  const query = { client_region: 'us', skip_load_balancing: true }
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const { id } = meetingSchema.parse(await call(one, createMeeting, { query, body }))
  const params = { params: { id } }
  const addressAt = async (node: Node) => {
    const answer = await call(node, liveAddress, { ...params, query: { client_id: 'client-0001' } })
    return liveAddressAnswerSchema.parse(answer).live_addr
  }
  expect(new URL(await addressAt(one)).port).toBe(new URL(one.origin).port)
  const client = SpeakingClient.start({ meetingId: id, address: () => addressAt(two) })
  onTestFinished(() => client.stop())
  const live = async () => {
    const { results } = liveTranscriptAnswerSchema.parse(await call(two, liveTranscript, params))
    return results.map(({ transcript }) => transcript.text).join(' ')
  }
  const ended = async () => {
    await call(two, dropMeeting, params)
    await vi.waitFor(
      async () => expect(await call(two, meetingStatus, params)).toMatchObject({ status: 'CallEnded' }),
      { interval: 200 },
    )
    const { results } = transcriptAnswerSchema.parse(await call(two, getTranscript, params))
    return results.map(({ alternatives }) => alternatives[0]!.transcript).join(' ')
  }
  const nodeOf = async () => new URL(await addressAt(two)).port
  return { client, live, ended, nodeOf }
}

const firstWords = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')

test('a server that is told to stop gives its meeting to another: the client goes there at once, and each word is there once', async () => {
  const fleet = await twoNodes()
  const { client, live, ended } = await speaking(fleet)
  await vi.waitFor(async () => expect(await live()).toContain('w9'))
  // In the middle of a sentence.
  await vi.waitFor(() => expect(client.words % 5).toBe(2))
  fleet.one.child.kill('SIGTERM')
  expect(await fleet.one.exited).toBe(0)
  await vi.waitFor(() => expect(client.cuts).toHaveLength(1))
  expect(client.cuts[0]!.code).toBe(MOVED)
  const said = client.words
  await vi.waitFor(() => expect(client.words).toBeGreaterThan(said + 5))
  const words = await client.fallSilent()
  await vi.waitFor(async () => expect(await live()).toBe(firstWords(words)))
  expect(await ended()).toBe(firstWords(words))
})

test('a node that is drained by hand gives its meeting away at once and stays; the last one keeps it', async () => {
  const fleet = await twoNodes()
  const { one, two, call } = fleet
  const { client, live, ended, nodeOf } = await speaking(fleet)
  await vi.waitFor(async () => expect(await live()).toContain('w9'))
  const { nodes } = systemState.answer.parse(await call(two, systemState))
  const busy = nodes.find(({ calls }) => calls === 1)!
  const idle = nodes.find(({ pod }) => pod !== busy.pod)!
  const drain = (pod: string) => call(two, drainNode, { params: { pod }, body: { draining: true } })
  await drain(busy.pod)
  await vi.waitFor(() => expect(client.cuts).toHaveLength(1))
  expect(client.cuts[0]!.code).toBe(MOVED)
  expect(await nodeOf()).toBe(new URL(two.origin).port)
  expect((await fetch(`${one.origin}/healthz`)).status).toBe(200)

  await drain(idle.pod)
  await vi.waitFor(async () => {
    const state = systemState.answer.parse(await call(two, systemState))
    expect(state.nodes.map(({ draining, calls }) => [draining, calls]).sort()).toEqual([
      [true, 0],
      [true, 1],
    ])
  })
  const said = client.words
  await vi.waitFor(() => expect(client.words).toBeGreaterThan(said + 10))
  expect(client.cuts).toHaveLength(1)
  const words = await client.fallSilent()
  expect(await ended()).toBe(firstWords(words))
})

test('a process that is frozen, taken for dead and thawed writes nothing more for its meeting', async () => {
  const fleet = await twoNodes()
  const { one, two } = fleet
  const { client, live, ended, nodeOf } = await speaking(fleet)
  await vi.waitFor(async () => expect(await live()).toContain('w9'))
  await vi.waitFor(() => expect(client.words % 5).toBe(1))
  one.child.kill('SIGSTOP')
  // What it is sent meanwhile it reads when it is thawed: whole sentences.
  const said = client.words
  await vi.waitFor(() => expect(client.words).toBeGreaterThan(said + 12))
  client.cut()
  await vi.waitFor(async () => expect(await nodeOf()).toBe(new URL(two.origin).port), { interval: 200 })
  await vi.waitFor(() => expect(client.isConnected).toBe(true))
  await vi.waitFor(async () => expect(await live()).toContain(`w${said + 12} `))
  one.child.kill('SIGCONT')
  await vi.waitFor(() => expect(one.output().stdout).toContain('another node has the meeting'))
  const words = await client.fallSilent()
  expect(await live()).toBe(firstWords(words))
  expect(await ended()).toBe(firstWords(words))
})
