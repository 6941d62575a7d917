import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatPcm, SAMPLES_PER_MS } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'
import { inspectModel, modelIds, modelsRoot } from '@livetap/speech'
import {
  loadRecording,
  phrases,
  readingText,
  recordingFile,
  sharedAudio,
  silence,
  wordError,
} from '@livetap/speech/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMediaTools } from '../../platform/media/media-tools'
import { runProgram } from '../../platform/media/run-program'
import { type TestServer, testServer } from '../../testing/test-server'
import { PipelineClient } from './testing/pipeline-client'

const models = await Promise.all(modelIds.map(id => inspectModel(modelsRoot(), id)))
const missing = models.every(({ ok }) => ok) ? undefined : 'the speech models are not there'

const readings = ['austen-0870', 'jfk', 'austen-0880', 'austen-0890'] as const

interface Conversation {
  name: string
  /** A word that only the one says, and one that only the other says. */
  said?: [RegExp, RegExp]
  /** A time in which only the one speaks, and one in which only the other does. */
  turns?: [[startMs: number, endMs: number], [startMs: number, endMs: number]]
}

const conversations: Conversation[] = [
  { name: 'conversation', said: [/Jersey/, /Christmas/], turns: [turnOf(2), turnOf(3)] },
]
if (sharedAudio())
  conversations.push(
    { name: 'two-speakers-phone', said: [/Diane/, /Sheila/] },
    {
      name: 'meeting-dev00',
      turns: [
        [2_000, 12_500],
        [14_000, 16_500],
      ],
    },
  )

function turnOf(index: number): [number, number] {
  const { startMs, endMs } = phrases('conversation')[index]!
  return [startMs - 100, endMs + 100]
}

/** Half a minute on two idle cores; a busy machine takes its time. */
const PATIENCE_MS = 900_000

let server: TestServer
let client: PipelineClient
let folder: string

describe.skipIf(missing !== undefined)('an uploaded recording', { meta: { skipReason: missing } }, () => {
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
    const id = await client.upload('readings.wav', await joined(readings))
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded', error: null })
    const { results } = await client.transcript(id)
    const heard = results.map(({ alternatives }) => alternatives[0]?.transcript).join(' ')
    expect(wordError(readings.map(readingText).join(' '), heard).rate).toBeLessThanOrEqual(0.05)
    const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? [])
    const starts = words.map(({ start_millis }) => start_millis)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    // "And so my fellow Americans" starts the second reading: the word comes early in it.
    const fellow = words.find(({ word }) => /^fellow/i.test(word))!
    const secondMs = loadRecording('austen-0870').length / SAMPLES_PER_MS + 700
    expect(fellow.start_millis - secondMs).toBeGreaterThan(300)
    expect(fellow.start_millis - secondMs).toBeLessThan(2_500)
  })

  test('UPL-06 of no given language is written down in those that are spoken, each from where it begins', {
    timeout: PATIENCE_MS,
  }, async () => {
    const english = ['austen-0870', 'jfk', 'austen-0890'] as const
    const id = await client.upload('two-languages.wav', await joined([...english, 'french']), {
      language: 'all',
      enable_ensemble: false,
    })
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded', error: null })
    const { results } = await client.transcript(id)
    const frenchFromMs = english.reduce(
      (sum, name) => sum + loadRecording(name).length / SAMPLES_PER_MS + 700,
      0,
    )
    const languages = (isFrench: boolean) =>
      results
        .filter(one => (one.start_millis + one.end_millis) / 2 > frenchFromMs === isFrench)
        .map(({ language_code }) => language_code)
    expect(new Set(languages(false))).toEqual(new Set(['en-US']))
    expect(new Set(languages(true))).toEqual(new Set(['fr']))
    const text = results.map(({ alternatives }) => alternatives[0]?.transcript).join(' ')
    expect(text).toMatch(/country/)
    expect(text).toMatch(/semaine|clients|janvier/)
  })

  test('UPL-06 in which the assistant is called has its name as it is written', {
    timeout: PATIENCE_MS,
  }, async () => {
    const calls = phrases('calls').slice(0, 4)
    const sound = concatPcm(calls.flatMap(({ pcm }) => [pcm, silence(1)]))
    const id = await client.upload('calls.wav', writeWav(sound, 1))
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded' })
    const { results } = await client.transcript(id)
    const text = results.map(({ alternatives }) => alternatives[0]?.transcript).join(' ')
    expect(text.match(/\b(OK|hey) EVA\b/g)?.length, text).toBeGreaterThanOrEqual(3)
  })

  test('UPL-06 keeps the voices of two channels apart', { timeout: PATIENCE_MS }, async () => {
    const left = loadRecording('austen-0890')
    const right = concatPcm([silence(1), loadRecording('austen-0880')])
    const both = Int16Array.from(
      { length: 2 * left.length },
      (_, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? 0,
    )
    const id = await client.upload('stereo.wav', writeWav(both, 2))
    expect(await client.settled(id, PATIENCE_MS)).toMatchObject({ status: 'CallEnded' })
    const { results } = await client.transcript(id)
    const textOf = (channel: number) =>
      results.flatMap(one => (one.csis[0] === channel ? [one.alternatives[0]?.transcript] : [])).join(' ')
    expect(wordError(readingText('austen-0890'), textOf(0)).errors).toBeLessThanOrEqual(1)
    expect(wordError(readingText('austen-0880'), textOf(1)).errors).toBeLessThanOrEqual(1)
    expect(
      new Set(results.flatMap(one => one.speaker_segments?.map(({ speaker_id }) => speaker_id))),
    ).toEqual(new Set(['1', '2']))
  })

  test.each(conversations)(
    'UPL-06 finds the two speakers of a $name, and who said what when',
    {
      timeout: PATIENCE_MS,
    },
    async ({ name, said, turns }) => {
      const words = await wordsBySpeaker(name)
      expect(speakersOf(words)).toEqual(['1', '2'])
      if (said) {
        const [one, other] = said.map(pattern => words.find(({ word }) => pattern.test(word))?.speaker)
        expect(one).toBeDefined()
        expect(other).toBeDefined()
        expect(one).not.toBe(other)
      }
      if (turns) {
        const [one, other] = turns.map(([startMs, endMs]) =>
          speakersOf(words.filter(word => word.startMs > startMs && word.endMs < endMs)),
        )
        expect(one).toHaveLength(1)
        expect(other).toHaveLength(1)
        expect(one).not.toEqual(other)
      }
    },
  )
})

/** A word that lies far from every turn has no speaker. */
const speakersOf = (words: readonly { speaker: string | number | undefined }[]) =>
  [...new Set(words.flatMap(({ speaker }) => speaker ?? []))].sort()

async function wordsBySpeaker(name: string) {
  const id = await client.upload(`${name}.wav`, await readFile(recordingFile(name)), {
    enable_ensemble: false,
  })
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
  const inputs = names.flatMap(name => ['-i', recordingFile(name)])
  const padded = names.map((_, index) => `[${index}:a]aresample=16000,apad=pad_dur=0.7[a${index}]`).join(';')
  const graph = `${padded};${names.map((_, index) => `[a${index}]`).join('')}concat=n=${names.length}:v=0:a=1`
  const target = join(folder, 'joined.wav')
  const args = ['-v', 'error', '-y', ...inputs, '-filter_complex', graph, '-ac', '1', target]
  const { code, stderr } = await runProgram(tools.ffmpeg, args, { timeoutMs: 60_000 })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return await readFile(target)
}
