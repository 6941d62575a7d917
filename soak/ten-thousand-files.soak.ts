/**
 * Ten thousand tiny recordings at once, one in ten of them broken, from the upload to the end of the pipeline: each
 * ends in a clear state, and the server answers all the while. SOAK_FILES makes it smaller.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { inParallel } from '@livetap/server/pipeline-stages'
import { humWav } from '@livetap/server/testing'
import { retryWhenBusy, uploadRetryPolicy } from '@livetap/session'
import { TestServer } from '../e2e/support/server'
import { expectThat, peakMemoryMb } from './lib/expect-that'
import { signedInUploads } from './lib/signed-in-uploads'

const FILES = Number(process.env.SOAK_FILES ?? 10_000)
const SENDERS = 20
/** Tiny files cost the starting of programs: more lanes than cores keep the cores busy. */
const LANES = 4
const MIN_ALIVE_MS = 5_000
const MAX_MEMORY_MB = 600

const zeroHertz = Buffer.from(humWav(1))
zeroHertz.writeUInt32LE(0, 24)
const fine = humWav(1)
const broken = [
  Buffer.from('this is no sound'),
  Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(2_000, 7)]),
  zeroHertz,
  fine.subarray(0, 30),
]
const isBroken = (index: number) => index % 10 === 9
const contentOf = (index: number) =>
  isBroken(index) ? broken[Math.floor(index / 10) % broken.length]! : fine

const server = await TestServer.start({
  env: { LIVETAP_CAPACITY: String(LANES), LIVETAP_LOG_LEVEL: 'error' },
})
const memory = peakMemoryMb(server.pid)
const { api, uploads } = await signedInUploads(server.origin)

/** A connection kept open may be closed by the server in the very moment it is used again. */
const twice = <T>(ask: () => Promise<T>) => ask().catch(ask)

const neverCancelled = new AbortController().signal

let asked = 0
let unanswered = 0
const asking = setInterval(async () => {
  asked++
  const answer = await twice(() => fetch(`${server.origin}/readyz`)).catch(() => undefined)
  if (!answer?.ok) unanswered++
}, MIN_ALIVE_MS)

const send = async (index: number): Promise<string> => {
  const { signal } = new AbortController()
  const file = new Blob([Uint8Array.from(contentOf(index))])
  const session = await uploads.createSession(
    {
      start_at_utc: new Date().toISOString(),
      source: 'soak',
      client_region: 'us',
      file_size: file.size,
      file_type: 'audio/wav',
      file_name: `tiny-${index}.wav`,
    },
    signal,
  )
  await uploads.send(session, file, { signal })
  return session.meeting_id
}

const settled = async (id: string) => {
  for (;;) {
    const ask = () => api.call(getMeeting, { params: { id } })
    const meeting = await retryWhenBusy(() => twice(ask), uploadRetryPolicy, neverCancelled)
    if (meeting.status !== 'processing') return meeting
    await wait(1_000)
  }
}

const started = performance.now()
const since = () => Math.round((performance.now() - started) / 1000)
const ids: string[] = []
await inParallel(
  Array.from({ length: FILES }, (_, index) => index),
  SENDERS,
  neverCancelled,
  async index => {
    ids[index] = await send(index)
  },
)
process.stdout.write(`${FILES} uploaded after ${since()} s\n`)

let ready = 0
let failed = 0
const wrong: string[] = []
for (const [index, id] of ids.entries()) {
  const { status, error } = await settled(id)
  if (status === 'CallEnded') ready++
  else failed++
  const isExpected = isBroken(index) ? status === 'failed' && Boolean(error) : status === 'CallEnded'
  if (!isExpected) wrong.push(`${index}: ${status} ${error ?? ''}`)
  if (index % 500 === 499) process.stdout.write(`${index + 1} settled after ${since()} s\n`)
}
clearInterval(asking)
const peakMb = memory.stop()
process.stdout.write(`${FILES} files in ${since()} s, the server at most ${peakMb} MB\n`)

const bad = Math.floor(FILES / 10)
expectThat('every sound one is ready', ready === FILES - bad, String(ready))
expectThat('every broken one failed', failed === bad, String(failed))
expectThat(
  'each has the state it should, a failure its reason',
  wrong.length === 0,
  wrong.slice(0, 5).join('; ') || 'all',
)
expectThat('the server answered all the while', unanswered === 0, `${unanswered} of ${asked} unanswered`)
const answer = await fetch(`${server.origin}/readyz`)
expectThat('the server is ready', answer.ok, await answer.text())
expectThat('memory stays bounded', peakMb < MAX_MEMORY_MB, `${peakMb} MB`)
await server.stop()
