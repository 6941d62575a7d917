import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { describe, expect, test, vi } from 'vitest'
import { modelsRoot } from '../models/model-folder'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import { RecognizerPool } from '../pool/recognizer-pool'
import { composeConversation, isThere, type Voice } from '../testing/compose'
import { diarizationError, readRttm } from '../testing/measure/diarization-error'
import { missingModels } from '../testing/model-state'
import { phrases } from '../testing/own-recordings'
import { loadRecording, sharedAudio } from '../testing/recordings'
import { agglomerativeClustering } from './clustering/agglomerative-clustering'
import { diarizeRecording } from './diarize-recording'
import type { SpeakerTurn } from './diarizer'
import { speakerFeatures } from './features/speaker-features'
import { viterbiPath } from './refine/viterbi-resegmentation'
import { cosine } from './vectors'
import { XVectorDiarizer } from './xvector-diarizer'

const missing = await missingModels('silero', 'speaker')

const synthetic = (): SpeakerTurn[] =>
  phrases('conversation').map(({ voice, startMs, endMs }) => ({ speaker: String(voice), startMs, endMs }))
const published = (name: string) => (): SpeakerTurn[] =>
  readRttm(readFileSync(join(sharedAudio()!, `${name}.rttm`), 'utf8'))

/** Two people each, with the true turns; those beside the repository come on top where they are there. */
const twoPeople: [name: string, truth: () => SpeakerTurn[]][] = [
  ['conversation', synthetic],
  ...(sharedAudio() ? ['two-speakers-phone', 'meeting-dev00'] : []).map(
    (name): [string, () => SpeakerTurn[]] => [name, published(name)],
  ),
]

const austen = { recording: 'austen-0870' }
const lecture = { recording: 'lecture-60s' }
const readers: [count: number, voices: Voice[], seed: number][] = [
  [1, [austen], 1],
  [1, ['en'], 1],
  [1, ['it'], 2],
  [2, ['en', lecture], 3],
  [2, ['it', lecture], 4],
]

async function diarized(pcm: Int16Array, withOverlap = false): Promise<SpeakerTurn[]> {
  const models = new RecognizerModels({ modelsRoot: modelsRoot(), threads: 1 })
  const overlap = withOverlap ? await models.overlap() : undefined
  const features = await speakerFeatures(await models.silero(), pcm, overlap)
  const listen = async (frames: readonly number[]) => (await models.voiceNetwork()).vectorsAt(pcm, frames)
  return await diarizeRecording(await models.speaker(), features, { listen })
}

describe.skipIf(missing)('diarization of recordings', { meta: { skipReason: missing } }, () => {
  test.each(twoPeople)('%s: error under 22 percent, two speakers found', async (name, truth) => {
    const error = diarizationError(truth(), await diarized(loadRecording(name), true))
    console.log(`${name}: ${(error.rate * 100).toFixed(1)} %`)
    expect(error.speakers).toBe(2)
    expect(error.rate).toBeLessThan(0.22)
  })

  test.each(readers.filter(([, voices]) => voices.every(isThere)))(
    '%i readers who take turns are distinguished: %j',
    async (count, voices, seed) => {
      const { pcm, turns } = composeConversation(voices, 12, seed)
      const error = diarizationError(turns, await diarized(pcm))
      console.log(`${count} readers: ${error.speakers} found, ${(error.rate * 100).toFixed(1)} %`)
      expect(error.speakers).toBe(count)
    },
  )

  test('a recording on disk has the speakers of the same one in memory', async () => {
    const pool = new RecognizerPool({ processes: 1 })
    const folder = await mkdtemp(join(tmpdir(), 'livetap-diarization-'))
    const pcm = loadRecording('conversation')
    const path = join(folder, 'recording.pcm')
    await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
    const diarizer = new XVectorDiarizer(pool)
    const onDisk = await diarizer.diarize([
      { path, parts: [{ startMs: 0, endMs: pcm.length / SAMPLES_PER_MS }] },
    ])
    expect(onDisk).toEqual(await diarizer.diarize([pcm]))
    expect(onDisk.length).toBeGreaterThan(1)
    await pool.close()
    await rm(folder, { recursive: true })
  })

  test('cancelled while it runs, it ends at once and leaves the process free for others', async () => {
    const pool = new RecognizerPool({ processes: 1 })
    const diarizer = new XVectorDiarizer(pool)
    const clip = loadRecording('conversation')
    const hour = new Int16Array(clip.length * 100)
    for (let at = 0; at < hour.length; at += clip.length) hour.set(clip, at)
    const stop = new AbortController()
    const running = diarizer.diarize([hour], { signal: stop.signal })
    running.catch(() => {})
    const [pid] = await vi.waitUntil(() => pool.pids.length > 0 && pool.pids)
    stop.abort()
    await expect(running).rejects.toMatchObject({ reason: 'aborted' })
    await vi.waitFor(() => expect(() => process.kill(pid!, 0)).toThrow(/ESRCH/))
    expect(pool.stats().crashes).toBe(0)
    expect((await diarizer.diarize([clip])).length).toBeGreaterThan(1)
    await pool.close()
  })

  test('several channels are distinguished by their channel', async () => {
    const pool = new RecognizerPool({ processes: 1 })
    const channels = [loadRecording('austen-0880'), loadRecording('jfk')]
    const turns = await new XVectorDiarizer(pool).diarize(channels)
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['1', '2']))
    const stop = new AbortController()
    stop.abort()
    await expect(
      new XVectorDiarizer(pool).diarize([channels[0]!], { signal: stop.signal }),
    ).rejects.toMatchObject({
      reason: 'aborted',
    })
    await pool.close()
  })
})

test('without its model diarization is not available, with a reason', async () => {
  const pool = new RecognizerPool({ modelsRoot: '/nowhere' })
  const diarizer = new XVectorDiarizer(pool)
  expect(await diarizer.availability()).toMatchObject({
    available: false,
    reason: expect.stringMatching(/missing/),
  })
  await expect(diarizer.diarize([new Int16Array(SAMPLE_RATE_HZ)])).rejects.toMatchObject({
    reason: 'unavailable',
  })
  await pool.close()
})

test('clustering joins what is near and keeps apart what is not', () => {
  const vectors = [
    [1, 0],
    [0.9, 0.1],
    [0, 1],
    [0.1, 0.95],
    [1, 0.05],
  ].map(values => Float32Array.from(values))
  const weights = vectors.map(() => 1)
  const distance = (one: number, other: number) => 1 - cosine(vectors[one]!, vectors[other]!)
  expect(agglomerativeClustering({ weights, distance, threshold: 0.5 })).toEqual([0, 0, 1, 1, 0])
  expect(new Set(agglomerativeClustering({ weights, distance, threshold: 0.5, count: 1 })).size).toBe(1)
  expect(new Set(agglomerativeClustering({ weights, distance, threshold: 0.0001 })).size).toBe(5)
})

test('a single doubtful step does not change the speaker', () => {
  const scores = [[1, 0], [1, 0], [0.4, 0.6], [1, 0], [0, 1], [0, 1], undefined, [0, 1]]
  expect(viterbiPath(scores, 2, 0.5)).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
})

test('the error rate counts missed, false and confused speech, regardless of the names', () => {
  const truth = [
    { speaker: 'a', startMs: 0, endMs: 1000 },
    { speaker: 'b', startMs: 1000, endMs: 2000 },
  ]
  const named = (x: string, y: string) => [
    { speaker: x, startMs: 0, endMs: 1000 },
    { speaker: y, startMs: 1000, endMs: 2000 },
  ]
  expect(diarizationError(truth, named('2', '1')).rate).toBe(0)
  expect(diarizationError(truth, named('1', '1')).rate).toBe(0.5)
  expect(diarizationError(truth, [{ speaker: '1', startMs: 500, endMs: 1000 }]).missedMs).toBe(1500)
  expect(
    diarizationError(truth, [...named('1', '2'), { speaker: '3', startMs: 2000, endMs: 3000 }]).falseMs,
  ).toBe(1000)
})
