import { randomUUID } from 'node:crypto'
import {
  editUtterance,
  getTranscript,
  importTranscript,
  utteranceVersions,
} from '@livetap/contract/calls/transcripts'
import { compare, type Operation, type OperationContext } from '../operation'

const LINES = 20
const EDITS = 12

interface Versions {
  versions: { version: number; text: string }[]
}

/** A meeting of its own, without a recording. */
export async function importedMeeting({ client }: OperationContext, title: string): Promise<string> {
  const lines = Array.from({ length: LINES }, (_, at) => ({
    text: `line ${at} as it was recognised`,
    start_millis: at * 3_000,
    end_millis: at * 3_000 + 2_500,
    language_code: 'en-US',
  }))
  const start_at_utc = new Date().toISOString()
  const body = { title, start_at_utc, client_region: 'us', lines }
  const { id } = await client.ask<{ id: string }>(importTranscript, { body })
  return id
}

/** One line is corrected again and again; every text that was taken is a version of it, once. */
export const edits: Operation = {
  name: 'edits',
  parallel: 2,
  pauseMs: 500,
  async run(context) {
    const { client, random, acknowledged, isOver } = context
    const id = await importedMeeting(context, 'Edited under faults')
    const { results } = await client.ask<{ results: { id: string }[] }>(getTranscript, { params: { id } })
    const params = { id, utteranceId: random.pick(results).id }
    const texts: string[] = []
    const latest = async () =>
      (await client.ask<Versions>(utteranceVersions, { params })).versions[0]!.version
    let version = await latest()
    for (let n = 0; n < EDITS && !isOver(); n += 1) {
      const text = `corrected ${n} ${randomUUID()}`
      const answer = await client
        .call(editUtterance, { params, body: { text, version } })
        .catch(() => undefined)
      if (answer?.ok) {
        texts.push(text)
        acknowledged()
      }
      // An edit of which nothing is known is looked up before the next one, as after a reload.
      version = await latest()
    }
    return async () => {
      const { versions } = await client.ask<Versions>(utteranceVersions, { params })
      return compare(
        'the edit',
        texts,
        versions.map(({ text }) => text),
      )
    }
  },
}
