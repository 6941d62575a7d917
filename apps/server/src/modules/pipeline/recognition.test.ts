import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectModel, modelIds, modelsRoot } from '@livetap/speech'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMediaTools } from '../../platform/media/media-tools'
import { runProgram } from '../../platform/media/run-program'
import { type TestServer, testServer } from '../../testing/test-server'
import { PipelineClient } from './testing/pipeline-client'
import { spokenWords, wordErrors } from './testing/word-errors'

const audio = fileURLToPath(new URL('../../../../../../shared/audio/', import.meta.url))
const models = await Promise.all(modelIds.map(id => inspectModel(modelsRoot(), id)))
const missing = !existsSync(audio)
  ? 'there is no ../shared/audio beside the project'
  : models.every(({ ok }) => ok)
    ? undefined
    : 'the speech models are not there'
if (missing) console.warn(`recognition of uploads is not tested: ${missing}`)

/** Given by whoever published the recordings. */
const exact = [
  [
    'austen-0870.wav',
    'and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
  ],
  [
    'jfk.wav',
    'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
  ],
  ['austen-0880.wav', 'he was not an ill disposed young man'],
  ['austen-0890.wav', 'unless to be rather cold hearted and rather selfish is to be ill disposed'],
] as const

/** Half a minute on two idle cores; a busy machine takes its time. */
const PATIENCE_MS = 900_000

let server: TestServer
let client: PipelineClient
let folder: string

describe.skipIf(missing !== undefined)('an uploaded recording', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'livetap-recognition-'))
    server = await testServer()
    client = new PipelineClient(server)
  }, 240_000)
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('UPL-06 is written down with at most 5 % of its words wrong, word times rising', {
    timeout: PATIENCE_MS,
  }, async () => {
    const id = await client.upload('readings.wav', await joined(exact.map(([name]) => name)))
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded', error: null })
    const { results } = await client.transcript(id)
    const said = spokenWords(exact.map(([, text]) => text).join(' '))
    const heard = spokenWords(results.map(({ alternatives }) => alternatives[0]?.transcript).join(' '))
    expect(wordErrors(said, heard) / said.length).toBeLessThanOrEqual(0.05)
    const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? [])
    const starts = words.map(({ start_millis }) => start_millis)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    // "And so my fellow Americans" starts where the second reading does, to a third of a second.
    const fellow = words.find(({ word }) => /^fellow/i.test(word))!
    expect(Math.abs(fellow.start_millis - (7_100 + 700 + 1_500))).toBeLessThan(600)
  })

  test('UPL-06 keeps the voices of two channels apart', { timeout: PATIENCE_MS }, async () => {
    const id = await client.upload('stereo.wav', await readFile(join(audio, 'stereo-two-readers.wav')))
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded' })
    const { results } = await client.transcript(id)
    const textOf = (channel: number) =>
      spokenWords(
        results.flatMap(one => (one.csis[0] === channel ? [one.alternatives[0]?.transcript] : [])).join(' '),
      )
    const left = spokenWords(
      'He began a confused complaint against the wizard who had vanished behind the curtain on the left',
    )
    expect(wordErrors(left, textOf(0))).toBeLessThanOrEqual(2)
    expect(wordErrors(spokenWords('The horizon seems extremely distant'), textOf(1))).toBeLessThanOrEqual(1)
    expect(
      new Set(results.flatMap(one => one.speaker_segments?.map(({ speaker_id }) => speaker_id))),
    ).toEqual(new Set(['1', '2']))
  })

  test('UPL-06 finds the two speakers of a telephone call, and who said what', {
    timeout: PATIENCE_MS,
  }, async () => {
    const words = await wordsBySpeaker('two-speakers-phone.wav')
    const who = (name: RegExp) => words.find(({ word }) => name.test(word))?.speaker
    expect(speakersOf(words)).toEqual(['1', '2'])
    expect(who(/Diane/)).toBeDefined()
    expect(who(/Sheila/)).toBeDefined()
    expect(who(/Diane/)).not.toBe(who(/Sheila/))
  })

  test('UPL-06 finds the two speakers of a meeting room, and when the second one takes over', {
    timeout: PATIENCE_MS,
  }, async () => {
    const words = await wordsBySpeaker('meeting-dev00.wav')
    const during = (startMs: number, endMs: number) => [
      ...new Set(words.flatMap(one => (one.startMs > startMs && one.endMs < endMs ? [one.speaker] : []))),
    ]
    expect(speakersOf(words)).toEqual(['1', '2'])
    // One speaks from 1.4 s to 13.3 s, the other from 13.2 s to 16.9 s.
    const [first, ...others] = during(2_000, 12_500)
    expect(first).toBeDefined()
    expect(others).toEqual([])
    expect(during(14_000, 16_500)).toHaveLength(1)
    expect(during(14_000, 16_500)).not.toContain(first)
  })
})

/** A word that lies far from every turn has no speaker. */
const speakersOf = (words: readonly { speaker: string | number | undefined }[]) =>
  [...new Set(words.flatMap(({ speaker }) => speaker ?? []))].sort()

async function wordsBySpeaker(name: string) {
  const id = await client.upload(name, await readFile(join(audio, name)), { enable_ensemble: false })
  expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded' })
  const { results } = await client.transcript(id)
  return results.flatMap(({ alternatives, speaker_segments = [] }) => {
    const speakers = speaker_segments.flatMap(({ speaker_id, transcript }) =>
      transcript.split(' ').map(() => speaker_id),
    )
    return (alternatives[0]?.words ?? []).map(({ word, start_millis, end_millis }, index) => ({
      word,
      startMs: start_millis,
      endMs: end_millis,
      speaker: speakers[index],
    }))
  })
}

/** One recording of several, with a pause between. */
async function joined(names: readonly string[]): Promise<Uint8Array> {
  const tools = await findMediaTools()
  if (!tools.available) throw new Error(tools.reason)
  const inputs = names.flatMap(name => ['-i', join(audio, name)])
  const padded = names.map((_, index) => `[${index}:a]aresample=16000,apad=pad_dur=0.7[a${index}]`).join(';')
  const graph = `${padded};${names.map((_, index) => `[a${index}]`).join('')}concat=n=${names.length}:v=0:a=1`
  const target = join(folder, 'joined.wav')
  const args = ['-v', 'error', ...inputs, '-filter_complex', graph, '-ac', '1', target]
  const { code, stderr } = await runProgram(tools.ffmpeg, args, { timeoutMs: 60_000 })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return await readFile(target)
}
