/**
 * How many real-time streams one core holds: the ASR gateway with an engine that does nothing, beside a bare `ws`
 * server that decodes the same messages by the same code. CPU time of the server process per second of audio, so that
 * other work on the machine does not count. Both are bundled as the server is: a loader of TypeScript beside them would
 * double what the collector of garbage has to look at. The two take turns of a few seconds, and each pair of
 * neighbouring turns gives one ratio: what slows the machine for longer slows both alike.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { WebSocket } from 'ws'
import { bundle } from '../apps/server/build.mjs'
import { isToy, type Measure, report } from './lib/report'

const rounds = isToy ? 1 : 15
const warmMs = isToy ? 200 : 500
const measuredMs = isToy ? 500 : 2000
const atLeastOfBare = 0.8

interface Form {
  name: string
  message: string | Buffer
  everyMs: number
  /** So many that a turn costs a server a good part of a core: much less drowns in what an idle process costs. */
  streams: number
}

const forms: Form[] = [
  {
    name: 'JSON',
    message: `{"audio_content":"${Buffer.alloc(512, 7).toString('base64')}"}`,
    everyMs: 16,
    streams: isToy ? 10 : 200,
  },
  { name: 'binary', message: Buffer.alloc(3200, 7), everyMs: 100, streams: isToy ? 10 : 600 },
]

const built = fileURLToPath(new URL('./dist', import.meta.url))

class Server {
  constructor(
    readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(kind: 'bare' | 'gateway'): Promise<Server> {
    const child = fork(join(built, 'audio-socket-server.js'), [kind], { execArgv: ['--expose-gc'] })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new Server(child, port)
  }

  async ask(what: 'done' | 'settle'): Promise<{ samples: number; cpuSeconds: number }> {
    this.child.send(what)
    const [answer] = await once(this.child, 'message')
    return answer
  }

  async connect(): Promise<WebSocket> {
    const protocols = [
      'livetap.asr.v1',
      'bearer.token',
      'engine.nutcracker',
      `tracking.${crypto.randomUUID()}`,
    ]
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${pathOf(asrSocket)}`, protocols, {
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    socket.send('{"streaming_config":{"language_code":"en-US"}}')
    return socket
  }
}

/** Speaks into every socket of one server for a while: the streams a core of it holds. */
async function streamsPerCore(
  server: Server,
  sockets: WebSocket[],
  { message, everyMs }: Form,
): Promise<number> {
  // Clients do not speak in step: each tick of a finer clock has its share of them.
  const ticks = Math.max(1, Math.floor(everyMs / 4))
  let tick = 0
  const timer = setInterval(() => {
    for (let index = tick; index < sockets.length; index += ticks) sockets[index]!.send(message)
    tick = (tick + 1) % ticks
  }, everyMs / ticks)
  await sleep(warmMs)
  const before = await server.ask('done')
  await sleep(measuredMs)
  const after = await server.ask('done')
  clearInterval(timer)
  return (after.samples - before.samples) / SAMPLE_RATE_HZ / (after.cpuSeconds - before.cpuSeconds)
}

async function connectAll(server: Server, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) sockets.push(await server.connect())
  return sockets
}

await bundle({ 'audio-socket-server': 'bench/lib/audio-socket-server.ts' }, built)
const bare = await Server.start('bare')
const gateway = await Server.start('gateway')
const measures: Measure[] = []
try {
  for (const form of forms) {
    const sockets = {
      bare: await connectAll(bare, form.streams),
      gateway: await connectAll(gateway, form.streams),
    }
    for (const server of [bare, gateway]) await server.ask('settle')
    const theirs: number[] = []
    const ours: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const bareTurn = async () => theirs.push(await streamsPerCore(bare, sockets.bare, form))
      const ownTurn = async () => ours.push(await streamsPerCore(gateway, sockets.gateway, form))
      for (const turn of round % 2 ? [ownTurn, bareTurn] : [bareTurn, ownTurn]) await turn()
    }
    for (const socket of [...sockets.bare, ...sockets.gateway]) socket.terminate()
    measures.push(
      { name: `${form.name}: streams a core, bare ws`, unit: '', samples: theirs },
      { name: `${form.name}: streams a core, gateway`, unit: '', samples: ours },
      {
        name: `${form.name}: gateway of bare ws`,
        unit: '',
        samples: ours.map((value, index) => value / theirs[index]!),
        bar: { atLeast: atLeastOfBare },
      },
    )
  }
} finally {
  bare.child.kill()
  gateway.child.kill()
}
report('gateway', measures)
