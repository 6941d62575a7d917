import { type ShardVersionWire, type ShardWire, texts } from '@livetap/contract'
import { ApiClient } from '../api-client'
import { memoryStorage } from '../memory-storage.test-support'
import type { Notices } from '../notices'
import { FakeMedia } from '../replay/player/fake-media.test-support'

const AT = '2026-03-04T05:06:07.000Z'

export const wireShard = (n: number): ShardWire => ({
  id: `u${n}`,
  uri: `/sound/u${n}`,
  metadata: {
    meeting_id: 'm1',
    site_name: 'cisco_webex',
    source: 'upload',
    client_region: 'us-east',
    webex_meeting_number: '123',
    created_at: AT,
    updated_at: AT,
    length_ms: 6000,
    start_offset_ms: n * 10_000,
    end_offset_ms: n * 10_000 + 6000,
    csi: null,
    ci_uuid: null,
    participant_id: null,
    global_participant_id: null,
    speakers: ['1'],
    language_code: 'en-US',
    language_inferred: false,
    transcript_type: 'NORMAL',
    evaluation: false,
    confidence: 0.9,
  },
  human_transcripts: [],
  transcript: `text ${n}`,
  original_transcript: `text ${n}`,
  version: 0,
  unusable: null,
  peaks: null,
})

export interface Asked {
  method: string
  url: URL
  headers: Headers
  body: unknown
}

/** A training service in memory: pages of three, versions that refuse an older If-Match. */
export function scriptedTraining(count = 7) {
  const items = Array.from({ length: count }, (_, i) => wireShard(i + 1))
  const versions = new Map<string, ShardVersionWire[]>(
    items.map(({ id, transcript }) => [id, [{ version: 0, transcript, original: true }]]),
  )
  const asked: Asked[] = []
  const service = { failure: undefined as number | undefined, held: undefined as Promise<void> | undefined }
  const refused = (status: number, description: string) =>
    Response.json(
      { message: texts.access.clientException, errors: [{ description }], trackingId: 't1' },
      { status },
    )
  const edit = (id: string, transcript: string, by: string): ShardVersionWire => {
    const all = versions.get(id)!
    const made = {
      version: all[0]!.version + 1,
      transcript,
      original: false,
      before: all[0]!.transcript,
      source: 'trainer' as const,
      created_by: by,
      created_at: AT,
      kind: transcript === all[0]!.transcript ? ('confirmed' as const) : ('edited' as const),
    }
    all.unshift(made)
    return made
  }
  const answer = ({ method, url, headers, body }: Asked): Response => {
    const [, , first, id = ''] = url.pathname.split('/')
    if (url.pathname.endsWith('/versions')) return Response.json({ versions: versions.get(id) })
    if (url.pathname.endsWith('/progress')) {
      const counts = { edited: 1, edited_ms: 6000, confirmed: 0, confirmed_ms: 0, unusable: 0 }
      return Response.json({ mine: counts, everyone: counts })
    }
    if (url.pathname.endsWith('/unusable'))
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ reason: (body as { reason: string }).reason, by: 'ada', at: AT })
    if (method === 'POST') {
      const audioId = url.searchParams.get('audio_id')!
      const current = versions.get(audioId)![0]!.version
      if (headers.get('if-match') !== `"${current}"`) return refused(409, 'A newer version exists')
      const made = edit(audioId, (body as { transcript: string }).transcript, 'ada')
      return Response.json({ id: audioId, ...made })
    }
    if (first === 'shards')
      return Response.json({
        audio: [{ ...wireShard(1), uri: '/fresh/u1' }],
        has_more_results: false,
        sync_key: '',
      })
    if (url.searchParams.has('order')) {
      const from = Number(url.searchParams.get('next')?.replace('after-', '') ?? 0)
      const audio = items.toReversed().slice(from, from + 3)
      return Response.json({ audio, next: from + 3 < items.length ? `after-${from + 3}` : null })
    }
    const from = Number(url.searchParams.get('sync_key') ?? 0)
    const audio = items.slice(from, from + 3)
    return Response.json({ audio, has_more_results: from + 3 < items.length, sync_key: String(from + 3) })
  }
  const api = new ApiClient({
    origin: 'http://livetap.test',
    token: () => 'secret',
    fetch: async (input, init) => {
      const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const request = {
        method: init?.method ?? 'GET',
        url: new URL(String(input)),
        headers: new Headers(init?.headers),
        body: sent,
      }
      asked.push(request)
      await service.held
      if (service.failure) return refused(service.failure, 'Out of order')
      return answer(request)
    },
  })
  const toasts: string[] = []
  const actions: (() => void)[] = []
  const notify: Notices = {
    info: message => void toasts.push(message),
    success: message => void toasts.push(message),
    offerUndo: ({ text, onUndo }) => {
      toasts.push(text)
      actions.push(onUndo)
      return () => {}
    },
    warning: message => void toasts.push(message),
    error: message => void toasts.push(message),
  }
  const media: FakeMedia[] = []
  const createMedia = () => {
    const made = new FakeMedia()
    media.push(made)
    return made
  }
  const storage = memoryStorage()
  const options = { api, userId: 'ada', storage, createMedia, notify }
  return { items, versions, edit, asked, service, toasts, actions, media, options }
}
