import { setTimeout as wait } from 'node:timers/promises'
import {
  type MeetingDetail,
  type TranscriptAnswer,
  transcriptAnswerSchema,
  type UploadCreateBody,
} from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { createUpload } from '@livetap/contract/calls/uploads'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { strictParse } from '../../../testing/answer-check'
import { callEndpoint, type TestCall } from '../../../testing/call-endpoint'
import type { TestServer } from '../../../testing/test-server'

/** Uploads recordings the way any client does, and waits for what becomes of them. */
export class PipelineClient {
  readonly #headers: { authorization: string }

  constructor(private readonly server: TestServer) {
    this.#headers = server.bearer()
  }

  call(endpoint: Endpoint, input: TestCall = {}): Promise<Response> {
    return callEndpoint(this.server.url, endpoint, { headers: this.#headers, ...input })
  }

  create(fileName: string, bytes: number, given: Partial<UploadCreateBody> = {}): Promise<Response> {
    const body: UploadCreateBody = {
      start_at_utc: '2026-03-01T10:00:00.000Z',
      source: 'test',
      client_region: 'us',
      language: 'en-US',
      file_size: bytes,
      file_type: 'application/octet-stream',
      file_name: fileName,
      ...given,
    }
    return this.call(createUpload, { body })
  }

  /** Answers the meeting's id. */
  async upload(
    fileName: string,
    content: Uint8Array,
    given: Partial<UploadCreateBody> = {},
  ): Promise<string> {
    const created = await this.create(fileName, content.length, given)
    if (!created.ok) throw new Error(`no upload: ${created.status} ${await created.text()}`)
    const { meeting_id, upload_url } = (await created.json()) as { meeting_id: string; upload_url: string }
    const stored = await fetch(new URL(upload_url, this.server.url), {
      method: 'PUT',
      headers: { ...this.#headers, 'content-range': `bytes 0-${content.length - 1}/${content.length}` },
      body: Buffer.from(content),
    })
    if (stored.status !== 200) throw new Error(`not stored: ${stored.status} ${await stored.text()}`)
    return meeting_id
  }

  async meeting(id: string): Promise<MeetingDetail> {
    return (await (await this.call(getMeeting, { params: { id } })).json()) as MeetingDetail
  }

  /** Resolves when the pipeline has done with it, one way or the other. */
  async settled(id: string, timeoutMs = 150_000): Promise<MeetingDetail> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const meeting = await this.meeting(id)
      if (meeting.status !== 'processing') return meeting
      if (performance.now() > deadline) throw new Error(`still at ${meeting.stage} ${meeting.progress}`)
      await wait(50)
    }
  }

  async transcript(id: string): Promise<TranscriptAnswer> {
    const query = { enable_word_time_offsets: true, segments_transcript: true }
    const answer = await this.call(getTranscript, { params: { id }, query })
    return strictParse(transcriptAnswerSchema, await answer.json())
  }
}
