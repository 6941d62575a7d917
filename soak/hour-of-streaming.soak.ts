/**
 * An hour of speech through the ASR socket of the built server, as fast as it is settled. Neither the server nor the
 * processes that recognise for it may grow once they have warmed up.
 */

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { AsrSession, noHints } from '@livetap/session'
import { loadRecording, sharedAudio } from '@livetap/speech/testing'
import { WebSocket } from 'ws'
import { median } from '../bench/lib/report'
import { bearerOf } from '../bench/lib/signed-in'
import { TestServer } from '../e2e/support/server'
import { expectThat } from './lib/expect-that'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const maxGrowthMb = 50
/** Of the hour, what passes before the memory counts: every model is loaded and every path has been taken. */
const warmShare = 1 / 6
const spokenWords = /\bcountry\b/i

/** Resident memory of the server, and of the processes it started that do its recognition. */
function memoryMb(pid: number): { server: number; recognisers: number } {
  const rss = (of: string) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]) / 1024
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
  const recognisers = children.filter(child =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('recognizer'),
  )
  return { server: rss(String(pid)), recognisers: recognisers.reduce((sum, child) => sum + rss(child), 0) }
}

function hourOfSpeech(): Int16Array {
  const parts = ['long-composed-71s', 'lecture-60s'].map(loadRecording)
  const out = new Int16Array(MINUTES * 60 * SAMPLE_RATE_HZ)
  for (let at = 0, next = 0; at < out.length; next += 1) {
    const part = parts[next % parts.length]!
    out.set(part.subarray(0, out.length - at), at)
    at += part.length + SAMPLE_RATE_HZ
  }
  return out
}

if (!sharedAudio() || process.platform !== 'linux') {
  process.stdout.write('hour-of-streaming: needs ../shared/audio and Linux; nothing was run\n')
  process.exit(0)
}

const server = await TestServer.start()
let token = await bearerOf(server.origin)
const renewal = setInterval(async () => {
  token = await bearerOf(server.origin)
}, 300_000)
const session = new AsrSession({
  url: `${server.origin.replace('http', 'ws')}${pathOf(asrSocket)}`,
  token: () => token,
  settings: { engine: 'nutcracker', languageCode: 'en-US', diarization: true, hints: noHints },
  createSocket: (url, protocols) => new WebSocket(url, protocols) as never,
})
const samples: { atMs: number; server: number; recognisers: number }[] = []
const looking = setInterval(() => {
  const atMs = session.getSnapshot().settledMs
  const memory = memoryMb(server.pid)
  samples.push({ atMs, ...memory })
  if (samples.length % 12 === 1)
    process.stdout.write(
      `${(atMs / 60_000).toFixed(1)} min settled, server ${memory.server.toFixed(0)} MB, recognisers ${memory.recognisers.toFixed(0)} MB\n`,
    )
}, 5_000)

const spoken = hourOfSpeech()
const totalMs = spoken.length / SAMPLES_PER_MS
await session.connect()
await session.streamFile(spoken, 'hour.wav')
while (session.getSnapshot().settledMs < totalMs && session.getSnapshot().connection !== 'failed')
  await wait(500)
clearInterval(looking)
clearInterval(renewal)

const { lines, lostMs, reconnects, connection } = session.getSnapshot()
const warmMs = totalMs * warmShare
const first = samples.filter(({ atMs }) => atMs >= warmMs && atMs < warmMs * 2)
const last = samples.filter(({ atMs }) => atMs >= totalMs - warmMs)
const serverGrowth = median(last.map(({ server }) => server)) - median(first.map(({ server }) => server))
// A recogniser may be restarted at any time, and then begins small: only its tops can be compared.
const top = (of: typeof samples) => Math.max(...of.map(({ recognisers }) => recognisers))
const recogniserGrowth = top(last) - top(samples.filter(({ atMs }) => atMs < warmMs * 2))
const megabytes = (mb: number) => `${mb >= 0 ? '+' : ''}${mb.toFixed(1)} MB`
const known = lines.filter(({ text }) => spokenWords.test(text)).length

expectThat(
  `${MINUTES} min of speech were streamed`,
  connection === 'connected',
  `${connection}, ${reconnects} reconnects`,
)
expectThat('nothing was left out', lostMs === 0, `${lostMs} ms`)
expectThat(
  'it was understood to the end',
  known >= MINUTES,
  `${lines.length} finals, ${known} with the known word`,
)
expectThat(
  `the server grew by at most ${maxGrowthMb} MB`,
  serverGrowth <= maxGrowthMb,
  megabytes(serverGrowth),
)
expectThat(
  `the recognisers grew by at most ${maxGrowthMb} MB`,
  recogniserGrowth <= maxGrowthMb,
  megabytes(recogniserGrowth),
)
session.close()
await server.stop()
