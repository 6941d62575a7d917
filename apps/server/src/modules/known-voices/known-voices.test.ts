import { errorBodySchema, type KnownVoicesAnswer, type VoiceProposal } from '@livetap/contract'
import {
  changeKnownVoices,
  deleteKnownVoice,
  deleteKnownVoices,
  dismissProposal,
  knownVoices,
  voiceProposals,
} from '@livetap/contract/calls/known-voices'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { renameSpeaker } from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { type TestServer, testServer } from '../../testing/test-server'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { SCRIPT_PERIOD_MS, scriptedTools } from '../pipeline/testing/scripted-tools'
import { humWav } from '../pipeline/testing/test-sound'

/** Speaker 1 of every recording sounds the same, and so does speaker 2: told by when they speak. */
const voicePrint = async ({ parts }: { parts: readonly { startMs: number }[] }) =>
  parts[0]!.startMs < SCRIPT_PERIOD_MS ? Float32Array.of(1, 0) : Float32Array.of(0, 1)

let server: TestServer
let client: PipelineClient
let guest: { authorization: string }
beforeAll(async () => {
  server = await testServer({ speech: { ...scriptedTools(), voicePrint } })
  client = new PipelineClient(server)
  guest = server.bearer({ userId: 'user-2', userName: 'guest@example.com', emails: ['guest@example.com'] })
})
afterAll(() => server?.close())
beforeEach(() => turn(false))

const prints = async () => (await server.app.database.pool.query('select print from voice_print')).rows
const turn = (enabled: boolean) => client.call(changeKnownVoices, { body: { enabled } })
const asGuest = (endpoint: Endpoint, input: TestCall = {}) =>
  callEndpoint(server.url, endpoint, { headers: guest, ...input })

async function meeting(): Promise<string> {
  const id = await client.upload('hum.wav', humWav((2 * SCRIPT_PERIOD_MS) / 1000))
  expect(await client.settled(id)).toMatchObject({ status: 'CallEnded' })
  return id
}

async function name(id: string, speakerId: string, name: string): Promise<void> {
  const answer = await client.call(renameSpeaker, { params: { id, speakerId }, body: { name } })
  expect(answer.status).toBe(200)
}

const list = async () => (await (await client.call(knownVoices)).json()) as KnownVoicesAnswer

async function proposed(id: string): Promise<VoiceProposal[]> {
  const answer = await client.call(voiceProposals, { params: { id } })
  return ((await answer.json()) as { proposals: VoiceProposal[] }).proposals
}

/** A meeting in which the host has named one voice, and the print of it is kept. */
async function learned(speakerId = '1'): Promise<string> {
  await turn(true)
  const id = await meeting()
  await name(id, speakerId, 'Anna')
  await vi.waitFor(async () => expect((await list()).voices[0]?.state).toBe('kept'), { timeout: 60_000 })
  return id
}

test('nothing is kept of a voice until its host turns it on', async () => {
  const id = await meeting()
  await name(id, '1', 'Anna')
  expect(await list()).toEqual({ enabled: false, voices: [] })
  expect(await prints()).toEqual([])
  expect(await proposed(await meeting())).toEqual([])
})

test('a named voice is proposed in a later meeting, used by renaming, and never for another voice', async () => {
  const first = await learned('2')
  expect((await list()).voices).toEqual([
    expect.objectContaining({ name: 'Anna', meetings: 1, meeting_id: first, state: 'kept' }),
  ])
  const later = await meeting()
  expect(await proposed(later)).toEqual([{ speaker_id: '2', name: 'Anna' }])
  expect((await client.transcript(later)).speakers ?? []).toEqual([])
  await name(later, '2', 'Anna')
  expect(await proposed(later)).toEqual([])
  expect((await list()).voices).toEqual([expect.objectContaining({ name: 'Anna', meetings: 2 })])
  await name(later, '2', '')
  expect(await proposed(later)).toEqual([{ speaker_id: '2', name: 'Anna' }])
})

test('a dismissed proposal stays away', async () => {
  await learned()
  const id = await meeting()
  const params = { id, speakerId: '1' }
  expect((await client.call(dismissProposal, { params })).status).toBe(204)
  expect(await proposed(id)).toEqual([])
  expect((await client.call(dismissProposal, { params: { id, speakerId: '9' } })).status).toBe(404)
})

test('others than the host see no proposal, dismiss none, and their naming keeps nothing', async () => {
  await asGuest(changeKnownVoices, { body: { enabled: true } })
  await learned()
  const id = await meeting()
  const params = { id, speakerId: '1' }
  const refused = [
    await asGuest(voiceProposals, { params: { id } }),
    await asGuest(dismissProposal, { params }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(403)
    expect(errorBodySchema.safeParse(await answer.json()).success).toBe(true)
  }
  const before = await prints()
  await asGuest(renameSpeaker, { params, body: { name: 'Ben' } })
  expect(await prints()).toHaveLength(before.length)
  expect(await (await asGuest(knownVoices)).json()).toEqual({ enabled: true, voices: [] })
  const voice = (await list()).voices[0]!
  expect((await asGuest(deleteKnownVoice, { params: { id: voice.id } })).status).toBe(404)
  expect((await list()).voices).toHaveLength(1)
})

test('what is deleted is gone with its proposals: one voice, all, the meeting, or by turning it off', async () => {
  const first = await learned()
  const later = await meeting()
  expect(await proposed(later)).toHaveLength(1)
  const { id } = (await list()).voices[0]!
  expect((await client.call(deleteKnownVoice, { params: { id } })).status).toBe(204)
  expect([await prints(), await proposed(later)]).toEqual([[], []])

  await name(first, '1', 'Anna')
  expect(await prints()).toHaveLength(1)
  expect((await client.call(deleteKnownVoices)).status).toBe(204)
  expect(await prints()).toEqual([])

  await name(first, '1', 'Anna')
  expect(await prints()).toHaveLength(1)
  await client.call(deleteMeeting, { params: { id: first } })
  expect(await prints()).toEqual([])

  await name(later, '1', 'Anna')
  expect(await prints()).toHaveLength(1)
  expect(await (await turn(false)).json()).toEqual({ enabled: false, voices: [] })
  expect(await prints()).toEqual([])
})
