/**
 * What the log costs the live path: CPU time of the server and its database per minute of sound, while meetings are
 * spoken in, with the log on and off in turns.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { encodeAudioMessage } from '@livetap/contract'
import { createMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { ApiClient } from '@livetap/session'
import { WebSocket } from 'ws'
import { cpuSecondsOf } from './lib/process-tree'
import { isToy, report } from './lib/report'

const MEETINGS = isToy ? 4 : 20
const PAIRS = isToy ? 1 : 9
const TURN_MS = isToy ? 4_000 : 10_000
const FRAME_MS = 64
const AT_MOST = 1.05

const child = fork(fileURLToPath(new URL('./lib/live-server.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
})
const [{ origin, postmaster }] = (await once(child, 'message')) as [{ origin: string; postmaster: number }]
const api = new ApiClient({ origin, token: () => 'bench' })

async function speaker(): Promise<WebSocket> {
  const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
  const { id } = await api.call(createMeeting, { query: { client_region: 'us' }, body })
  const { live_addr } = await api.call(liveAddress, { params: { id } })
  const socket = new WebSocket(live_addr, { perMessageDeflate: false })
  socket.on('message', () => {})
  await once(socket, 'open')
  return socket
}

const speakers = await Promise.all(Array.from({ length: MEETINGS }, speaker))
const sound = new Uint8Array((SAMPLE_RATE_HZ * FRAME_MS) / 500)
let saidMs = 0

async function speak(ms: number): Promise<void> {
  const startedAt = performance.now()
  for (let said = 0; said < ms; said += FRAME_MS) {
    const frame = encodeAudioMessage({
      audio_content: sound,
      sample_rate_hertz: SAMPLE_RATE_HZ,
      language_code: 'en-US',
      csi: 0,
      start_millis: saidMs,
    })
    for (const socket of speakers) socket.send(frame)
    saidMs += FRAME_MS
    await sleep(Math.max(0, startedAt + said + FRAME_MS - performance.now()))
  }
}

/** CPU seconds of one minute of sound. */
async function turn(logging: boolean): Promise<number> {
  child.send({ logging })
  await once(child, 'message')
  const [before, from] = [cpuSecondsOf(child.pid!, postmaster), saidMs]
  await speak(TURN_MS)
  return (cpuSecondsOf(child.pid!, postmaster) - before) / ((MEETINGS * (saidMs - from)) / 60_000)
}

await speak(TURN_MS)
const on: number[] = []
const off: number[] = []
for (let pair = 0; pair < PAIRS; pair++) {
  // Each goes first in turn.
  if (pair % 2 === 0) on.push(await turn(true))
  off.push(await turn(false))
  if (pair % 2 === 1) on.push(await turn(true))
}
for (const socket of speakers) socket.terminate()
child.send('close')
await once(child, 'exit')

report('logging-cost', [
  { name: 'CPU per minute of sound, log on', unit: 's', samples: on },
  { name: 'CPU per minute of sound, log off', unit: 's', samples: off },
  {
    name: 'log on over log off',
    unit: 'times',
    samples: on.map((seconds, pair) => seconds / off[pair]!),
    bar: { atMost: AT_MOST },
  },
])
