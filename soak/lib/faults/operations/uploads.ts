import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeWav } from '@livetap/audio/testing'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { createUpload, putPiece } from '@livetap/contract/calls/uploads'
import { LONG_WORDS, numberedWords } from '@livetap/speech/testing'
import { compareWords } from '../compare-words'
import type { FaultClient } from '../fault-client'
import type { FaultSite } from '../fault-site'
import { joined, type Operation } from '../operation'

const WORDS = [8, 20] as const
const PIECE_BYTES = 128 * 1024
const PAUSE_MS = 150
const PROCESSED_MS = 240_000

interface Detail {
  status: string
  stage: string
  error: string | null
}
interface Line {
  start_millis: number
  end_millis: number
  alternatives: { transcript: string }[]
}

export interface SentRecording {
  id: string
  /** Acknowledged bytes that the service did not know any more later. */
  forgotten: string[]
}

/** A recording in pieces: what was acknowledged is held, and all of it is stored and recognised. */
export const uploads: Operation = {
  name: 'uploads',
  parallel: 2,
  pauseMs: 1_000,
  async run({ client, random, site, acknowledged }) {
    const count = Math.round(random.between(...WORDS))
    const file = numberedRecording(count)
    const sent = await sendRecording(client, file, 0, acknowledged)
    return async () => {
      const { id, forgotten } = sent
      const detail = await processed(client, id)
      if (detail.status !== 'CallEnded') {
        const state = `the recording ${id} is ${detail.status} ${detail.stage} ${detail.error ?? ''}`
        return { lost: [...forgotten, state], doubled: [] }
      }
      const differs = (await storedHash(site, id)) === hashOf(file) ? [] : [`bytes of the recording ${id}`]
      const { results } = await client.ask<{ results: Line[] }>(getTranscript, { params: { id } })
      const lines = results.map(line => ({
        text: line.alternatives[0]?.transcript ?? '',
        startMs: line.start_millis,
        endMs: line.end_millis,
      }))
      return joined(
        { lost: [...forgotten, ...differs], doubled: [] },
        compareWords(`recording ${id}`, count, lines),
      )
    }
  },
}

export const numberedRecording = (words: number): Uint8Array =>
  writeWav(numberedWords(0, words * LONG_WORDS.periodMs, LONG_WORDS), 1)

export async function sendRecording(
  client: FaultClient,
  file: Uint8Array,
  trainablePercent: number,
  acknowledged: (count?: number) => void,
): Promise<SentRecording> {
  const body = {
    start_at_utc: new Date().toISOString(),
    source: 'faults',
    client_region: 'us',
    file_size: file.length,
    file_type: 'audio/wav',
    trainable_shard_percent: trainablePercent,
  }
  const session = await client.ask<{ meeting_id: string; upload_url: string }>(createUpload, { body })
  const params = { id: session.upload_url.split('/').at(-1)! }
  const forgotten: string[] = []
  let held = 0
  for (let isAsking = false; ; ) {
    const answer = await client.withRetry(async () => {
      const end = Math.min(file.length, held + PIECE_BYTES)
      const range = isAsking ? `bytes */${file.length}` : `bytes ${held}-${end - 1}/${file.length}`
      // What became of a piece without an answer is asked, not guessed.
      isAsking = true
      const given = await client.call(putPiece, {
        params,
        headers: { 'content-range': range, 'content-type': 'application/octet-stream' },
        body: range.startsWith('bytes *') ? undefined : file.subarray(held, end),
      })
      if (given.status === 200 || given.status === 308) return given
      throw new Error(`a piece was answered ${given.status}: ${(await given.text()).slice(0, 100)}`)
    })
    if (answer.status === 200) {
      acknowledged()
      return { id: session.meeting_id, forgotten }
    }
    isAsking = false
    const now = Number(/-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1] ?? -1) + 1
    if (now < held) forgotten.push(`${held - now} acknowledged bytes of the upload ${session.meeting_id}`)
    if (now > held) acknowledged()
    held = now
    await wait(PAUSE_MS)
  }
}

export async function processed(client: FaultClient, id: string): Promise<Detail> {
  for (const deadline = performance.now() + PROCESSED_MS; ; await wait(300)) {
    const detail = await client.ask<Detail>(getMeeting, { params: { id } })
    if (detail.status === 'CallEnded' || performance.now() > deadline) return detail
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Of what lies in the object store. */
async function storedHash(site: FaultSite, id: string): Promise<string> {
  const folder = join(site.folder, 's3', 'objects', 'livetap', 'meetings', id)
  const name = readdirSync(folder).find(one => /^recording\..*object$/.test(one))
  const hash = createHash('sha256')
  if (name) for await (const part of createReadStream(join(folder, name))) hash.update(part as Buffer)
  return hash.digest('hex')
}
