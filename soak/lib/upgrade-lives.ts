import { setTimeout as wait } from 'node:timers/promises'
import { createMeeting, liveAddress, liveTranscript } from '@livetap/contract/calls/live-meetings'
import { createUpload, putPiece } from '@livetap/contract/calls/uploads'
import { humWav } from '@livetap/server/testing'
import { HotwordClient } from '@livetap/session'
import { numberedWords, QUICK_WORDS } from '@livetap/speech/testing'
import { WebSocket } from 'ws'
import type { MixedFleet } from './mixed-fleet'

const FRAME_MS = 64
const TEXT_MS = 60_000
const { wordsInASentence } = QUICK_WORDS

export interface Cut {
  code: number
  /** Until the client was in the meeting again. */
  ms: number
}

/** A live meeting with the product's own client, whose microphone says numbered words without a pause. */
export async function speakingMeeting(fleet: MixedFleet) {
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'Upgrade' }
  const query = { client_region: 'us', skip_load_balancing: true }
  const { id } = await fleet.json<{ id: string }>(createMeeting, { query, body })
  const cuts: Cut[] = []
  let cut: { code: number; at: number } | undefined
  const client = new HotwordClient({
    meetingId: id,
    liveAddress: async () => {
      const call = { params: { id }, query: { client_id: 'client-0001' } }
      return (await fleet.json<{ live_addr: string }>(liveAddress, call)).live_addr
    },
    createSocket: url => new WebSocket(url) as never,
    onEvent: event => {
      if (event.type === 'disconnected') cut ??= { code: event.code, at: performance.now() }
      if (event.type === 'reconnected' && cut) {
        cuts.push({ code: cut.code, ms: Math.round(performance.now() - cut.at) })
        cut = undefined
      }
    },
  })
  await client.connect()
  const startedAt = performance.now()
  let spokenMs = 0
  let untilMs = Number.POSITIVE_INFINITY
  const speaking = setInterval(() => {
    for (; spokenMs < Math.min(untilMs, performance.now() - startedAt); spokenMs += FRAME_MS)
      client.pushAudio(numberedWords(spokenMs, spokenMs + FRAME_MS))
  }, FRAME_MS)
  const text = async () => {
    const call = { params: { id } }
    const { results } = await fleet.json<{ results: { transcript: { text: string } }[] }>(
      liveTranscript,
      call,
    )
    return results.map(({ transcript }) => transcript.text).join(' ')
  }
  const words = () => Math.floor(spokenMs / QUICK_WORDS.periodMs)
  return {
    id,
    cuts,
    words,
    text,
    node: () => new URL(client.getSnapshot().address).port,
    lostMs: () => client.getSnapshot().lostMs,
    /** Says the present sentence to its end, and one word more; answers the words that must have a final. */
    async finish(): Promise<number> {
      const whole = Math.ceil((words() + 1) / wordsInASentence) * wordsInASentence
      untilMs = (whole + 1) * QUICK_WORDS.periodMs
      while (spokenMs < untilMs) await wait(FRAME_MS)
      clearInterval(speaking)
      return whole
    },
    close: () => client.close(),
  }
}

/** The words that were said beside those in the text, once its last one is there. */
export async function compareSpoken(meeting: { text(): Promise<string> }, words: number) {
  const expected = Array.from({ length: words }, (_, at) => `w${at}`)
  const deadline = performance.now() + TEXT_MS
  let heard = (await meeting.text()).split(' ')
  for (; !heard.includes(expected.at(-1)!) && performance.now() < deadline; await wait(500))
    heard = (await meeting.text()).split(' ')
  const counts = new Map<string, number>()
  for (const word of heard) counts.set(word, (counts.get(word) ?? 0) + 1)
  return {
    lost: expected.filter(word => !counts.has(word)),
    doubled: expected.filter(word => (counts.get(word) ?? 0) > 1),
    /** Cut in two. */
    broken: heard.filter(word => word.endsWith('!')),
  }
}

/** A recording sent in small pieces, slowly; answers its meeting and what of the acknowledged bytes went missing. */
export async function slowUpload(fleet: MixedFleet, pauseMs: number): Promise<{ id: string; lost: number }> {
  const file = humWav(20)
  const piece = 32 * 1024
  const { meeting_id, upload_url } = await fleet.json<{ meeting_id: string; upload_url: string }>(
    createUpload,
    {
      body: {
        start_at_utc: new Date().toISOString(),
        source: 'soak',
        client_region: 'us',
        file_size: file.length,
        file_type: 'audio/wav',
      },
    },
  )
  const params = { id: upload_url.split('/').at(-1)! }
  const put = (body: Uint8Array | undefined, range: string) => {
    const headers = { 'content-range': range, 'content-type': 'application/octet-stream' }
    return fleet.call(putPiece, { params, headers, body })
  }
  const heldOf = (answer: Response) =>
    Number(/-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1] ?? -1) + 1
  let held = 0
  let lost = 0
  for (;;) {
    const end = Math.min(file.length, held + piece)
    const answer = await put(file.subarray(held, end), `bytes ${held}-${end - 1}/${file.length}`)
    if (answer.status === 200) return { id: meeting_id, lost }
    // A node that ended while it took the piece: how far it came says the next.
    const now =
      answer.status === 308 ? heldOf(answer) : heldOf(await put(undefined, `bytes */${file.length}`))
    lost += Math.max(0, held - now)
    held = now
    await wait(pauseMs)
  }
}
