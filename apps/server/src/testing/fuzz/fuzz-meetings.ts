import { createMeeting, dropMeeting } from '@livetap/contract/calls/live-meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { callEndpoint, type TestCall } from '../call-endpoint'

export interface FuzzMeetings {
  live: string
  /** Real values by the name of a field. */
  ids: Record<string, readonly string[]>
}

/** A running meeting, one that ended and one that is being uploaded, for inputs that shall get past the first check. */
export async function fuzzMeetings(origin: string, authorization: string): Promise<FuzzMeetings> {
  const call = async (endpoint: Endpoint, input: TestCall) => {
    const answer = await callEndpoint(origin, endpoint, { ...input, headers: { authorization } })
    if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const create = async () => {
    const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'Planning' }
    return (await call(createMeeting, { query: { client_region: 'us', skip_load_balancing: true }, body }))
      .id!
  }
  const [live, ended] = await Promise.all([create(), create()])
  await call(dropMeeting, { params: { id: ended } })
  const upload = await call(createUpload, {
    body: {
      start_at_utc: new Date().toISOString(),
      source: 'fuzz',
      client_region: 'us',
      file_size: 10,
      file_type: 'audio/wav',
    },
  })
  const uploadId = upload.upload_url!.split('/').at(-1)!
  return {
    live,
    ids: {
      id: [live, live, ended, uploadId],
      meeting: [live],
      language_code: ['en-US'],
      language: ['en-US'],
    },
  }
}
