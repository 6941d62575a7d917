import { join } from 'node:path'
import { concatPcm } from '@livetap/audio'
import { writeWav } from '@livetap/audio/testing'
import type { UploadCreateBody, UploadSession } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster } from '@livetap/server/testing'
import { silence } from '@livetap/speech/testing'
import { expect } from '@playwright/test'
import { attend } from '../live/attendee'
import { bearerOf, createMeeting, endMeeting, finalsOf } from '../live/live-meeting'
import type { TestServer } from '../server'
import type { SignedInState } from '../sign-in'

const PROCESSED_MS = 240_000
const released = { trainable_shard_percent: 100, enable_ensemble: false }

/** Speech that may train, given to a server by the calls that the screens make. */
export class TrainableSpeech {
  constructor(
    private readonly server: TestServer,
    private readonly state: SignedInState,
    /** Tells it apart from what other tests left. */
    private readonly siteName: string,
  ) {}

  async upload(speech: Int16Array): Promise<string> {
    const { origin } = this.server
    const env = (await (await fetch(origin + pathOf(getEnv))).json()) as { default_client_region: string }
    const wav = writeWav(speech)
    const asked: UploadCreateBody = {
      ...released,
      start_at_utc: new Date().toISOString(),
      source: 'test',
      language: 'en-US',
      site_name: this.siteName,
      client_region: env.default_client_region,
      file_size: wav.length,
      file_type: 'audio/wav',
    }
    const opened = await fetch(origin + pathOf(createUpload), {
      method: createUpload.method,
      headers: { ...bearerOf(this.state), 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    })
    expect(opened.status).toBe(200)
    const { meeting_id, upload_url } = (await opened.json()) as UploadSession
    const sent = await fetch(new URL(upload_url, origin), {
      method: 'PUT',
      headers: { ...bearerOf(this.state), 'content-range': `bytes 0-${wav.length - 1}/${wav.length}` },
      body: new Uint8Array(wav),
    })
    expect(sent.status, await sent.text()).toBe(200)
    return meeting_id
  }

  /** A live meeting in which this has been said. Returns how to end it; that answers its id. */
  async meeting(speech: Int16Array): Promise<() => Promise<string>> {
    const { origin } = this.server
    const id = await createMeeting(origin, this.state, { ...released, siteName: this.siteName })
    const attendee = await attend(origin, this.state, id)
    attendee.speak(concatPcm([speech, silence(2)]))
    return async () => {
      const finals = async () => (await finalsOf(origin, this.state, id)).length
      await expect.poll(finals, { timeout: PROCESSED_MS }).toBeGreaterThan(0)
      attendee.leave()
      await endMeeting(origin, this.state, id)
      return id
    }
  }

  /** Waits until a meeting was cut into shards, all for training: one of ten is drawn for evaluation otherwise. */
  async cutForTraining(meetingId: string): Promise<{ count: number; lengthMs: number }> {
    const client = await connectToCluster(join(this.server.dataDir, 'data'))
    try {
      const state = async () =>
        (await client.query('select state from job where meeting_id = $1', [meetingId])).rows[0]?.state
      await expect.poll(state, { timeout: PROCESSED_MS }).toBe('done')
      const { rows } = await client.query(
        'update shard set is_evaluation = false where meeting_id = $1 returning length_ms',
        [meetingId],
      )
      return { count: rows.length, lengthMs: rows.reduce((sum, { length_ms }) => sum + Number(length_ms), 0) }
    } finally {
      await client.end()
    }
  }
}
