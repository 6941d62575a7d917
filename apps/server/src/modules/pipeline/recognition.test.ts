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

let server: TestServer
let client: PipelineClient
let folder: string

describe.skipIf(missing !== undefined)('an uploaded recording', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'livetap-recognition-'))
    server = await testServer()
    client = new PipelineClient(server)
  }, 60_000)
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('UPL-06 is written down with at most 5 % of its words wrong, word times rising', {
    timeout: 180_000,
  }, async () => {
    const id = await client.upload('readings.wav', await joined(exact.map(([name]) => name)))
    expect(await client.settled(id, 170_000)).toMatchObject({ status: 'CallEnded', error: null })
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

  test('UPL-06 keeps the voices of two channels apart', { timeout: 120_000 }, async () => {
    const id = await client.upload('stereo.wav', await readFile(join(audio, 'stereo-two-readers.wav')))
    expect(await client.settled(id, 110_000)).toMatchObject({ status: 'CallEnded' })
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

  test('UPL-06 tells two speakers of one channel apart', { timeout: 180_000 }, async () => {
    const id = await client.upload('phone.wav', await readFile(join(audio, 'two-speakers-phone.wav')), {
      enable_ensemble: false,
    })
    expect(await client.settled(id, 170_000)).toMatchObject({ status: 'CallEnded' })
    const { results } = await client.transcript(id)
    const segments = results.flatMap(({ speaker_segments }) => speaker_segments ?? [])
    const who = (words: RegExp) => segments.find(({ transcript }) => words.test(transcript))?.speaker_id
    expect(new Set(segments.map(({ speaker_id }) => speaker_id)).size).toBeGreaterThanOrEqual(2)
    expect(who(/Diane/)).toBeDefined()
    expect(who(/Sheila/)).toBeDefined()
    expect(who(/Diane/)).not.toBe(who(/Sheila/))
  })
})

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
