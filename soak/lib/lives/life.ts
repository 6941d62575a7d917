import { randomUUID } from 'node:crypto'
import type { HotwordMessage } from '@livetap/contract'
import { createMeeting, dropMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { createHighlight } from '@livetap/contract/calls/transcripts'
import { HotwordClient } from '@livetap/session'
import { numberedWords, QUICK_WORDS } from '@livetap/speech/testing'
import { nodeSocket } from '../faults/node-socket'
import type { MixedFleet } from '../mixed-fleet'

const SENTENCES = 2
const FRAME_MS = 64
const SAID_MS = 60_000
const { periodMs, wordsInASentence } = QUICK_WORDS
const totalMs = SENTENCES * wordsInASentence * periodMs
const sentence = (at: number) =>
  Array.from({ length: wordsInASentence }, (_, word) => `w${at * wordsInASentence + word}`).join(' ')
const expected = Array.from({ length: SENTENCES }, (_, at) => sentence(at))

/** A call from its first click to its end: joined, spoken in, highlighted, left and ended. Answers its id. */
export async function liveCall(fleet: MixedFleet): Promise<string> {
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'A life' }
  const query = { client_region: 'us', skip_load_balancing: true }
  const { id } = await fleet.json<{ id: string }>(createMeeting, { query, body })
  const finals = new Map<string, string>()
  let heard = () => {}
  const isHeard = new Promise<void>(resolve => {
    heard = resolve
  })
  const onMessage = (message: HotwordMessage) => {
    if (message.type !== 'transcript_final_result') return
    finals.set(message.id, message.transcript.text)
    if (finals.size >= SENTENCES) heard()
  }
  const client = new HotwordClient({
    meetingId: id,
    liveAddress: async () => {
      const call = { params: { id }, query: { client_id: randomUUID() } }
      return (await fleet.json<{ live_addr: string }>(liveAddress, call)).live_addr
    },
    createSocket: nodeSocket,
    onEvent: event => {
      if (event.type === 'message') onMessage(event.message)
      if (event.type === 'replayed') event.messages.forEach(onMessage)
    },
  })
  let late: NodeJS.Timeout | undefined
  try {
    await client.connect()
    // All at once, as after a cut: a life need not take as long as what is said in it.
    for (let at = 0; at < totalMs + FRAME_MS; at += FRAME_MS)
      client.pushAudio(numberedWords(at, at + FRAME_MS))
    const tooLate = new Promise<never>((_, reject) => {
      const found = () => [...finals.values()].join(', ')
      late = setTimeout(() => reject(new Error(`${id} has only the finals ${found()}`)), SAID_MS)
    })
    await Promise.race([isHeard, tooLate])
    await fleet.json(createHighlight, { params: { id }, body: highlightOf(id) })
  } finally {
    clearTimeout(late)
    client.close()
  }
  const said = [...finals.values()].slice(0, SENTENCES)
  if (said.join() !== expected.join()) throw new Error(`${id} has the finals ${said.join(', ')}`)
  await fleet.json(dropMeeting, { params: { id } })
  return id
}

function highlightOf(meeting_id: string) {
  const trigger_info = { type: 'manual' as const, trigger_by: 'ann@example.org' }
  const highlight = { text: 'a mark', start_millis: 0, end_millis: periodMs, trigger_info }
  return { meeting_id, timestamp: Date.now(), highlight, highlight_id: randomUUID() }
}
