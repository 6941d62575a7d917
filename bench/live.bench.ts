/**
 * Meetings with one speaker and three watchers each on one node: nothing that is said may be missing anywhere, and a
 * message is with everyone within a tenth of a second of its making, the database's part included.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { encodeAudioMessage } from '@livetap/contract'
import { createMeeting, liveAddress, liveTranscript } from '@livetap/contract/endpoints/live-meetings'
import { ApiClient } from '@livetap/session'
import { WebSocket } from 'ws'
import { isToy, quantile, report } from './lib/report'

const meetings = isToy ? 4 : 50
const watchers = 3
const speakMs = isToy ? 5_000 : 40_000
const warmMs = isToy ? 1_000 : 5_000
const frameMs = 64
const fanOutMs = 100

interface Seen {
  meeting: string
  seqs: number[]
  finals: Set<string>
  /** Said to received, after the first seconds. */
  delays: number[]
}

const child = fork(fileURLToPath(new URL('./lib/live-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
const api = new ApiClient({ origin, token: () => 'bench' })

let measuring = false
async function join(meeting: string): Promise<{ socket: WebSocket; seen: Seen }> {
  const { live_addr } = await api.call(liveAddress, { params: { id: meeting } })
  const socket = new WebSocket(live_addr, { perMessageDeflate: false })
  const seen: Seen = { meeting, seqs: [], finals: new Set(), delays: [] }
  let inCall = () => {}
  const entered = new Promise<void>(resolve => {
    inCall = resolve
  })
  socket.on('message', data => {
    const { type, seq, ts, id } = JSON.parse(data.toString())
    if (type === 'call_started') return inCall()
    if (type === 'pong') return
    seen.seqs.push(seq)
    if (type === 'transcript_final_result') seen.finals.add(id)
    if (measuring) seen.delays.push(Date.now() - ts)
  })
  await once(socket, 'open')
  await entered
  return { socket, seen }
}

const speakers: WebSocket[] = []
const everyone: { socket: WebSocket; seen: Seen }[] = []
const ids: string[] = []
for (let at = 0; at < meetings; at++) {
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const { id } = await api.call(createMeeting, { query: { client_region: 'us' }, body })
  ids.push(id)
  const people = await Promise.all(Array.from({ length: watchers + 1 }, () => join(id)))
  everyone.push(...people)
  speakers.push(people[0]!.socket)
}

const pings = setInterval(() => {
  for (const { socket, seen } of everyone)
    socket.send(JSON.stringify({ type: 'ping', meeting: seen.meeting, ts: Date.now() }))
}, 2000)
const sound = new Uint8Array((SAMPLE_RATE_HZ * frameMs) / 500)
const startedAt = performance.now()
let due = startedAt
for (let said = 0; said < speakMs; said += frameMs) {
  const frame = encodeAudioMessage({
    audio_content: sound,
    sample_rate_hertz: SAMPLE_RATE_HZ,
    language_code: 'en-US',
    csi: 0,
    start_millis: said,
  })
  for (const [at, speaker] of speakers.entries()) {
    speaker.send(frame)
    // Microphones are not in step: a pause now and then spreads them over the frame's time.
    if (at % 10 === 9) await sleep(1)
  }
  measuring = performance.now() - startedAt > warmMs
  due += frameMs
  const wait = due - performance.now()
  if (wait > 0) await sleep(wait)
}
measuring = false
clearInterval(pings)

/** What is late is late, not lost: everyone gets the time to hear the rest. */
const heardAll = async () => {
  for (const id of ids) {
    const { results } = await api.call(liveTranscript, { params: { id } })
    for (const { seen } of everyone)
      if (seen.meeting === id && results.some(result => !seen.finals.has(result.id))) return false
  }
  return true
}
for (let tries = 0; tries < 30 && !(await heardAll()); tries++) await sleep(1000)

let missingFinals = 0
let missingNumbers = 0
let finals = 0
for (const id of ids) {
  const { results } = await api.call(liveTranscript, { params: { id } })
  finals += results.length
  for (const { seen } of everyone.filter(one => one.seen.meeting === id)) {
    missingFinals += results.filter(result => !seen.finals.has(result.id)).length
    for (let at = 1; at < seen.seqs.length; at++) missingNumbers += seen.seqs[at]! - seen.seqs[at - 1]! - 1
  }
}
const delays = everyone.flatMap(({ seen }) => seen.delays)
for (const { socket } of everyone) socket.terminate()
child.send('close')
const [{ cpuSeconds }] = (await once(child, 'message')) as [{ cpuSeconds: number }]
await once(child, 'exit')

report('live', [
  { name: 'finals said', unit: '', samples: [finals], bar: { atLeast: meetings } },
  { name: 'finals missing at a client', unit: '', samples: [missingFinals], bar: { atMost: 0 } },
  { name: 'numbers missing at a client', unit: '', samples: [missingNumbers], bar: { atMost: 0 } },
  { name: 'fan-out, all messages', unit: 'ms', samples: delays },
  { name: 'server, cores in use', unit: '', samples: [(cpuSeconds * 1000) / speakMs] },
  {
    name: `fan-out p99, ${meetings} meetings`,
    unit: 'ms',
    samples: [quantile(delays, 0.99)],
    bar: { atMost: fanOutMs },
  },
])
