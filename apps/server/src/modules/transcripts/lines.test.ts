import { type LineChangeAnswer, lineChangeAnswerSchema, transcriptAnswerSchema } from '@livetap/contract'
import {
  changeLines,
  editUtterance,
  getTranscript,
  utteranceVersions,
} from '@livetap/contract/calls/transcripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, type TestCall } from '../../testing/call-endpoint'
import { pastMeeting, utteranceAt } from '../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const call = (endpoint: Endpoint, input: TestCall) =>
  callEndpoint(server.url, endpoint, { ...input, headers: server.bearer({ userName: 'ann@example.com' }) })

async function meetingOf(...texts: string[]) {
  const id = await pastMeeting(server, { utterances: texts.map((text, at) => utteranceAt(at * 1000, text)) })
  const read = async () => {
    const query = { enable_word_time_offsets: true, segments_transcript: true }
    const answer = await call(getTranscript, { params: { id }, query })
    return transcriptAnswerSchema.parse(await answer.json()).results
  }
  const send = (body: object) => call(changeLines, { params: { id }, body })
  const change = async (body: object): Promise<LineChangeAnswer> => {
    const answer = await send(body)
    expect(answer.status).toBe(200)
    return lineChangeAnswerSchema.parse(await answer.json())
  }
  const shown = async () =>
    (await read()).map(line => {
      const said = line.speaker_segments?.map(one => `${one.speaker_id}: ${one.transcript}`).join(' | ')
      return `${line.start_millis}-${line.end_millis} ${said}`
    })
  return { id, read, send, change, shown }
}

test('a line is given another speaker, and the change is taken back', async () => {
  const { read, change, shown } = await meetingOf('good morning', 'hello')
  const [first] = await read()
  const { change_id, utterances, removed } = await change({
    action: 'reassign',
    utterance_id: first!.id,
    version: 0,
    speaker_id: 'Ada',
  })
  expect(utterances).toMatchObject([{ id: first!.id, version: 1, edited: false }])
  expect(removed).toEqual([])
  expect(await shown()).toEqual(['0-200 Ada: good morning', '1000-1100 1: hello'])
  const same = { action: 'reassign', utterance_id: first!.id, version: 1, speaker_id: 'Ada' }
  expect((await change(same)).change_id).toBeUndefined()
  const undone = await change({ action: 'undo', change_id })
  expect(undone.utterances).toMatchObject([{ id: first!.id, version: 2 }])
  expect(await shown()).toEqual(['0-200 1: good morning', '1000-1100 1: hello'])
})

test('a line is split at a word and merged with the next again; each keeps its times and words', async () => {
  const { id, read, change, shown } = await meetingOf('good morning hello there', 'so long')
  const [line] = await read()
  const split = await change({ action: 'split', utterance_id: line!.id, version: 0, at: 13 })
  expect(split.utterances.map(one => one.alternatives[0]!.transcript)).toEqual([
    'good morning',
    'hello there',
  ])
  expect(await shown()).toEqual(['0-180 1: good morning', '200-400 1: hello there', '1000-1200 1: so long'])
  const [one, next] = split.utterances
  const merged = await change({
    action: 'merge',
    utterance_id: one!.id,
    version: one!.version,
    next_id: next!.id,
    next_version: next!.version,
  })
  expect(merged.removed).toEqual([next!.id])
  expect(merged.utterances[0]).toMatchObject({ id: line!.id, edited: false, version: 2 })
  expect(merged.utterances[0]!.alternatives[0]!.words).toHaveLength(4)
  expect(await shown()).toEqual(['0-400 1: good morning hello there', '1000-1200 1: so long'])
  const undone = await change({ action: 'undo', change_id: merged.change_id })
  expect(undone.utterances.map(({ id }) => id)).toEqual([one!.id, next!.id])
  expect(await shown()).toEqual(['0-180 1: good morning', '200-400 1: hello there', '1000-1200 1: so long'])
  const { versions } = (await (
    await call(utteranceVersions, { params: { id, utteranceId: line!.id } })
  ).json()) as { versions: { text: string; original: boolean }[] }
  expect(versions.at(-1)).toMatchObject({ text: 'good morning hello there', original: true })
})

test('what another user has changed is 409, also an undo; an unknown place or change is refused', async () => {
  const { id, read, send, change } = await meetingOf('good morning hello there', 'so long')
  const [line, last] = await read()
  const at = { utterance_id: line!.id, version: 0 }
  const split = await change({ action: 'split', ...at, at: 5 })
  expect((await send({ action: 'split', ...at, at: 5 })).status).toBe(409)
  expect((await send({ action: 'reassign', ...at, speaker_id: '2' })).status).toBe(409)
  const skipped = { next_id: last!.id, next_version: 0 }
  expect((await send({ action: 'merge', ...at, version: 1, ...skipped })).status).toBe(409)
  expect((await send({ action: 'split', ...at, version: 1, at: 4 })).status).toBe(422)
  const second = split.utterances[1]!
  await call(editUtterance, {
    params: { id, utteranceId: second.id },
    body: { text: 'Morning, hello there', version: second.version },
  })
  expect((await send({ action: 'undo', change_id: split.change_id })).status).toBe(409)
  expect((await send({ action: 'undo', change_id: crypto.randomUUID() })).status).toBe(404)
  expect((await send({ action: 'merge', ...at, version: 1 })).status).toBe(422)
  expect((await read()).map(one => one.alternatives[0]!.transcript)).toEqual([
    'good',
    'Morning, hello there',
    'so long',
  ])
})

test('of two who split a line at once one is refused, and the ledger names who did it without the text', async () => {
  const { id, read, send } = await meetingOf('good morning hello there')
  const [line] = await read()
  const body = { action: 'split', utterance_id: line!.id, version: 0, at: 5 }
  const answers = await Promise.all([send(body), send(body)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read()).toHaveLength(2)
  await server.app.events.recorder.written()
  const rows = await server.app.events.ledger.of(id)
  expect(rows).toMatchObject([
    { name: 'transcript_lines_changed', fields: { change: 'split', edited_by: 'ann@example.com' } },
  ])
  expect(JSON.stringify(rows)).not.toContain('morning')
})
