/**
 * Meetings with one speaker and three watchers each on one node: nothing that is said may be missing anywhere. How soon
 * a final is with everyone, the database's part included, in turn with bare rooms of the same process: as many sockets,
 * the same sound, a row written and sent on.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { encodeAudioMessage } from '@livetap/contract'
import { createMeeting, liveAddress, liveTranscript } from '@livetap/contract/calls/live-meetings'
import { ApiClient } from '@livetap/session'
import { WebSocket } from 'ws'
import { isToy, quantile, report } from './lib/report'

const meetings = isToy ? 4 : 50
const watchers = 3
/** Each speaks in turns with the bare rooms; the first turn of both warms up. */
const turns = isToy ? 2 : 9
const turnMs = isToy ? 2_500 : 5_000
const speakMs = turns * turnMs
const frameMs = 64
const settleMs = isToy ? 200 : 1_000
/** A final has its number, ledger and log beside the row of a bare room: 5 times were measured, beside other load. */
const timesBare = 10

interface Seen {
  meeting: string
  seqs: number[]
  finals: Set<string>
  /** Made to received, of each turn: of finals, which are in the database before they are sent, and of the rest. */
  delays: number[][]
  interimDelays: number[][]
}

const child = fork(fileURLToPath(new URL('./lib/live-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const [{ origin, barePort }] = (await once(child, 'message')) as [{ origin: string; barePort: number }]
const api = new ApiClient({ origin, token: () => 'bench' })

/** Why the server closed a connection: a client would connect again, and these do not. */
const closed: string[] = []
let turn = 0
const add = (delays: number[][], delay: number) => {
  const ofTurn = delays[turn] ?? []
  delays[turn] = ofTurn
  ofTurn.push(delay)
}

async function join(meeting: string): Promise<{ socket: WebSocket; seen: Seen }> {
  const { live_addr } = await api.call(liveAddress, { params: { id: meeting } })
  const socket = new WebSocket(live_addr, { perMessageDeflate: false })
  const seen: Seen = { meeting, seqs: [], finals: new Set(), delays: [], interimDelays: [] }
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
    add(type === 'transcript_final_result' ? seen.delays : seen.interimDelays, Date.now() - ts)
  })
  socket.on('close', (code, reason) => closed.push(`${code} ${reason}`))
  await once(socket, 'open')
  await entered
  return { socket, seen }
}

const speakers: WebSocket[] = []
const everyone: { socket: WebSocket; seen: Seen }[] = []
const ids: string[] = []
// From the first client on: the server closes one that is silent for 30 s, and the others may take as long to enter.
const pings = setInterval(() => {
  for (const { socket, seen } of everyone)
    socket.send(JSON.stringify({ type: 'ping', meeting: seen.meeting, ts: Date.now() }))
}, 2000)
for (let at = 0; at < meetings; at++) {
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const { id } = await api.call(createMeeting, { query: { client_region: 'us' }, body })
  ids.push(id)
  const people = await Promise.all(Array.from({ length: watchers + 1 }, () => join(id)))
  everyone.push(...people)
  speakers.push(people[0]!.socket)
}

const bareDelays: number[][] = []
async function joinBare(meeting: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${barePort}/${meeting}`, { perMessageDeflate: false })
  socket.on('message', data => add(bareDelays, Date.now() - JSON.parse(data.toString()).ts))
  await once(socket, 'open')
  return socket
}
const bareSockets: WebSocket[] = []
const bareSpeakers: WebSocket[] = []
for (const id of ids) {
  const people = await Promise.all(Array.from({ length: watchers + 1 }, () => joinBare(id)))
  bareSockets.push(...people)
  bareSpeakers.push(people[0]!)
}

const sound = new Uint8Array((SAMPLE_RATE_HZ * frameMs) / 500)
let saidMs = 0
/** A turn of the same length and with the same sound for both; what is under way at its end has the time to arrive. */
async function speak(sockets: readonly WebSocket[]): Promise<void> {
  let due = performance.now()
  for (const end = saidMs + turnMs; saidMs < end; saidMs += frameMs) {
    const frame = encodeAudioMessage({
      audio_content: sound,
      sample_rate_hertz: SAMPLE_RATE_HZ,
      language_code: 'en-US',
      csi: 0,
      start_millis: saidMs,
    })
    for (const [at, socket] of sockets.entries()) {
      socket.send(frame)
      // Microphones are not in step: a pause now and then spreads them over the frame's time.
      if (at % 10 === 9) await sleep(1)
    }
    due += frameMs
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
  }
  await sleep(settleMs)
}
for (; turn < turns; turn++) {
  const from = saidMs
  await speak(speakers)
  saidMs = from
  await speak(bareSpeakers)
}

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
clearInterval(pings)

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
/** The first turn warms up. */
const measured = Array.from({ length: turns - 1 }, (_, at) => at + 1)
const ofTurn = (key: 'delays' | 'interimDelays', at: number) =>
  everyone.flatMap(({ seen }) => seen[key][at] ?? [])
/** By a clock of whole milliseconds. */
const late = (delays: number[]) => Math.max(1, quantile(delays, 0.95))
const own = measured.map(at => ofTurn('delays', at))
const bare = measured.map(at => bareDelays[at] ?? [])
const closedByServer = closed.length
for (const how of new Set(closed)) console.log(`closed: ${how}`)
for (const socket of [...everyone.map(one => one.socket), ...bareSockets]) socket.terminate()
child.send('close')
const [{ cpuSeconds }] = (await once(child, 'message')) as [{ cpuSeconds: number }]
await once(child, 'exit')

report('live', [
  { name: 'finals said', unit: '', samples: [finals], bar: { atLeast: meetings } },
  { name: 'finals missing at a client', unit: '', samples: [missingFinals], bar: { atMost: 0 } },
  { name: 'numbers missing at a client', unit: '', samples: [missingNumbers], bar: { atMost: 0 } },
  { name: 'connections closed by the server', unit: '', samples: [closedByServer], bar: { atMost: 0 } },
  { name: 'server, cores in use', unit: '', samples: [(cpuSeconds * 1000) / (2 * speakMs)] },
  {
    name: 'fan-out of what is not stored',
    unit: 'ms',
    samples: measured.flatMap(at => ofTurn('interimDelays', at)),
  },
  { name: `fan-out of finals, ${meetings} meetings`, unit: 'ms', samples: own.flat() },
  { name: `fan-out, ${meetings} bare rooms`, unit: 'ms', samples: bare.flat() },
  { name: 'fan-out of finals, p99', unit: 'ms', samples: [quantile(own.flat(), 0.99)] },
  { name: 'fan-out p95 of a turn, finals', unit: 'ms', samples: own.map(late) },
  { name: 'fan-out p95 of a turn, bare rooms', unit: 'ms', samples: bare.map(late) },
  {
    name: 'fan-out p95, times that of bare rooms',
    unit: 'x',
    samples: own.map((delays, at) => late(delays) / late(bare[at]!)),
    bar: { atMost: timesBare },
  },
])
