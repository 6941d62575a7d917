import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  saveTrainingTranscript,
  shardVersions,
  trainableTranscripts,
} from '@livetap/contract/calls/trainable'
import { archiveInfo, requestArchive } from '@livetap/contract/calls/training-archives'
import type { FaultClient } from '../fault-client'
import { compare, type Operation } from '../operation'
import { numberedRecording, processed, sendRecording } from './uploads'

const REGION = 'us'
const WORDS = 40
const EDITS = 8
const PACKED_MS = 180_000

/** A recording that is cut into shards: made before the first fault. */
export async function trainableRecording(client: FaultClient): Promise<string[]> {
  const { id } = await sendRecording(client, numberedRecording(WORDS), 100, () => undefined)
  const { status, error } = await processed(client, id)
  if (status !== 'CallEnded') throw new Error(`the trainable recording is ${status} ${error}`)
  const answer = await client.ask<{ transcripts: { id: string }[] }>(trainableTranscripts, { params: { id } })
  if (answer.transcripts.length === 0) throw new Error('the trainable recording has no shards')
  return answer.transcripts.map(one => one.id)
}

/** Texts that trainers give to a shard: each that was taken is a version of it, once. */
export const trainingEdits: Operation = {
  name: 'training edits',
  parallel: 1,
  pauseMs: 1_000,
  async run({ client, random, site, acknowledged, isOver }) {
    const id = random.pick(site.shards)
    const query = { audio_id: id, client_region: REGION }
    const texts: string[] = []
    for (let n = 0; n < EDITS && !isOver(); n += 1) {
      const transcript = `trained ${n} ${randomUUID()}`
      if (!(await client.once(saveTrainingTranscript, { query, body: { transcript } }))) continue
      texts.push(transcript)
      acknowledged()
    }
    return async () => {
      const { versions } = await client.ask<{ versions: { transcript: string }[] }>(shardVersions, {
        params: { id },
      })
      return compare(
        'the training edit',
        texts,
        versions.map(({ transcript }) => transcript),
      )
    }
  },
}

interface Archive {
  status: string
  url: string | null
  total: number
  error: string | null
}

/** An archive that was asked for is packed, whole. */
export const archives: Operation = {
  name: 'archives',
  parallel: 1,
  pauseMs: 3_000,
  async run({ client, site, acknowledged }) {
    const request_id = randomUUID()
    // The client names it, so that asking again makes no second one.
    await client.ask(requestArchive, { body: { client_region: REGION, request_id } })
    acknowledged()
    return async () => {
      const archive = await packed(client, request_id)
      if (archive.status !== 'zip-completed')
        return {
          lost: [`the archive ${request_id} is ${archive.status} ${archive.error ?? ''}`],
          doubled: [],
        }
      const zip = Buffer.from(await (await fetch(new URL(archive.url!, site.origin))).arrayBuffer())
      const names = entryNames(zip)
      const finding = compare('the entry', new Set(names), names)
      if (names.length < archive.total)
        finding.lost.push(`${archive.total - names.length} shards of ${request_id}`)
      return finding
    }
  },
}

async function packed(client: FaultClient, request_id: string): Promise<Archive> {
  for (const deadline = performance.now() + PACKED_MS; ; await wait(300)) {
    const archive = await client.ask<Archive>(archiveInfo, { params: { request_id } })
    if (archive.status !== 'zip-processing' || performance.now() > deadline) return archive
  }
}

const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const ENTRY_BYTES = 46

/** By the zip's own directory. */
function entryNames(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf(ENTRY); at >= 0; at = zip.indexOf(ENTRY, at + ENTRY_BYTES))
    names.push(zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + zip.readUInt16LE(at + 28)))
  return names
}
