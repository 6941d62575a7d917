/**
 * The stages of one checkout over one recording, in a process of its own: `tsx plain-run.ts CHECKOUT RECORDING WARMING`.
 * Prints one line of JSON, a `PlainFigures`.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { peakBytesBelow } from './process-tree'

export interface PlainFigures {
  elapsedMs: number
  stageMs: Record<string, number>
  /** Of the process that a server is, and of its recogniser processes together, at their largest. */
  serverBytes: number
  workerBytes: number
}

const [checkout = '', recording = '', warming = ''] = process.argv.slice(2)
const part = (file: string) => import(pathToFileURL(join(checkout, file)).href)
const { plainLoop } = (await part('bench/lib/plain-loop.ts')) as typeof import('./plain-loop')
const { createSpeech } = (await part('packages/speech/src/index.ts')) as typeof import('@livetap/speech')
const server = (await part('apps/server/src/index.ts')) as typeof import('@livetap/server')

const media = new server.Media(await server.findMediaTools())
const speech = createSpeech({ processes: 1, threads: 1 })
const steps = server.nutcrackerTools(speech.nutcracker, speech.diarizer)
const meeting = {
  id: 'bench',
  language: 'en-US',
  startedAt: new Date(),
  sharder: 'vadmarker',
  enableEnsemble: true,
  trainableShardPercent: 50,
} as Parameters<typeof plainLoop>[0]['meeting']
await plainLoop({ path: warming, meeting, media, speech: steps })
const { elapsedMs, stageMs } = await plainLoop({ path: recording, meeting, media, speech: steps })
const figures: PlainFigures = {
  elapsedMs,
  stageMs: Object.fromEntries(stageMs),
  serverBytes: process.resourceUsage().maxRSS * 1024,
  workerBytes: peakBytesBelow(process.pid),
}
await speech.close()
console.log(JSON.stringify(figures))
