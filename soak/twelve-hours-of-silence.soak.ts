/** Twelve hours without a word: a clear end, no invented text, and a server whose memory stays where it was. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMediaTools, runProgram } from '@livetap/server'
import { BenchServer } from '../bench/lib/bench-server'
import { expectThat, peakMemoryMb } from './lib/expect-that'

const HOURS = Number(process.env.SOAK_HOURS ?? 12)
const folder = await mkdtemp(join(tmpdir(), 'livetap-soak-'))
const tools = await findMediaTools()
if (!tools.available) throw new Error(tools.reason)

/** Not digital silence alone: an hour of it is the faint noise of an open microphone. */
const path = join(folder, 'silence.flac')
const graph = `anullsrc=r=16000:cl=mono:d=${(HOURS - 1) * 3600}[a];anoisesrc=r=16000:a=0.0015:d=3600[b];[a][b]concat=n=2:v=0:a=1`
const made = await runProgram(tools.ffmpeg, ['-v', 'error', '-filter_complex', graph, '-ac', '1', path], {
  timeoutMs: 1_800_000,
})
if (made.code !== 0) throw new Error(made.stderr)

const server = await BenchServer.start()
const worker = await server.startWorker()
const memory = peakMemoryMb(worker.pid)
const started = performance.now()
const { id } = await server.enqueue(path, { enableEnsemble: true, trainableShardPercent: 100 })
const meeting = await server.settled(id)
const seconds = (performance.now() - started) / 1000
const peakMb = memory.stop()
process.stdout.write(
  `${HOURS} h of silence: ${meeting.status} after ${seconds.toFixed(0)} s, worker at most ${peakMb} MB\n`,
)

expectThat('the meeting is ready', meeting.status === 'CallEnded', meeting.error ?? meeting.status)
expectThat('its length is known', meeting.durationMs === HOURS * 3_600_000, String(meeting.durationMs))
const utterances = await server.app.transcripts.utterances.count(id)
expectThat('no text is invented', utterances === 0, `${utterances} utterances`)
expectThat('memory stays bounded', peakMb < 700, `${peakMb} MB`)

await worker.stop()
await server.close()
await rm(folder, { recursive: true, force: true })
