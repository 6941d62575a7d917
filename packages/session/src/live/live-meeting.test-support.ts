import { expect, onTestFinished, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { FakeMedia } from '../recorder/fake-media.test-support'
import { type ScriptedSocket, scriptedSockets } from './connection/scripted-socket.test-support'
import { LiveMeeting, type LiveMeetingOptions } from './live-meeting'

export const meetingId = 'm-1_use1'

type Answer = { status?: number; body?: unknown } | Promise<never>

/** Answers as the partner API does, and remembers what was asked. */
function scriptedApi() {
  const asked: { call: string; query: string; body: unknown }[] = []
  let status = 'CallStarted'
  const answers: Record<string, () => Answer> = {
    'GET status': () => ({ body: { status } }),
    'GET live_addr': () => ({ body: { live_addr: 'ws://node/hotword?ticket=secret' } }),
    'GET transcript/live': () => ({ body: { results: [], seq: 0 } }),
    'GET highlights': () => ({ body: { highlights: [] } }),
    'POST drop': () => {
      status = 'CallEnded'
      return { body: {} }
    },
  }
  const api = new ApiClient({
    origin: 'http://here',
    token: () => 'token',
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const path = url.pathname.split(`${meetingId}/`)[1]!
      const call = `${init?.method ?? 'GET'} ${path}`
      asked.push({ call, query: url.search, body: init?.body ? JSON.parse(String(init.body)) : undefined })
      const { status = 200, body } = await (answers[call]?.() ?? { status: 404, body: {} })
      return new Response(status === 204 ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return { api, asked, answers }
}

export function setUp(options: Partial<LiveMeetingOptions> = {}, media = new FakeMedia()) {
  const { api, asked, answers } = scriptedApi()
  const toasts: string[] = []
  const note = (kind: string) => (text: string) => void toasts.push(`${kind}: ${text}`)
  const sockets: ScriptedSocket[] = []
  const goToPast = vi.fn()
  const live = new LiveMeeting({
    api,
    meetingId,
    userName: 'ann',
    recordAudio: true,
    media: media.environment(),
    workletUrl: '/w.js',
    notices: {
      info: note('info'),
      success: note('success'),
      warning: note('warning'),
      error: note('error'),
      offerUndo: () => () => {},
    },
    goToPast,
    createSocket: scriptedSockets(sockets),
    ...options,
  })
  onTestFinished(() => live.dispose())
  const phases: string[] = [live.getSnapshot().phase]
  live.subscribe(() => {
    const { phase } = live.getSnapshot()
    if (phase !== phases.at(-1)) phases.push(phase)
  })
  const now = () => live.getSnapshot()
  return { live, asked, answers, toasts, sockets, goToPast, phases, media, now }
}

type Room = ReturnType<typeof setUp>

export async function enter(room: Room): Promise<ScriptedSocket> {
  const starting = room.live.start()
  await vi.waitFor(() => expect(room.sockets).toHaveLength(1))
  room.sockets[0]!.welcome(meetingId)
  await starting
  return room.sockets[0]!
}

export async function entered(options?: Partial<LiveMeetingOptions>, media?: FakeMedia) {
  const room = setUp(options, media)
  const socket = await enter(room)
  return { ...room, socket }
}

export const callState = (change: object) => ({
  clock_millis: 40_000,
  language_code: 'en-US',
  earmuffs: false,
  chimes: true,
  recording: true,
  transcription: true,
  action_item_open: false,
  speakers: [],
  ...change,
})

export const row = (id: string, text: string, startMs = 0) => ({
  id,
  transcript: { text, start_millis: startMs, end_millis: startMs + 500, csis: [0], language_code: 'en-US' },
  translations: {},
})
