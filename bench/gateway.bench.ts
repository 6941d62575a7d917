/**
 * How many real-time streams one core holds: the ASR gateway with an engine that does nothing, beside a bare `ws`
 * server that decodes the same messages by the same code. CPU time of the server process per second of audio, so that
 * other work on the machine does not count.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { isToy, type Measure, report } from './lib/report'

const streams = isToy ? 10 : 60
const rounds = isToy ? 1 : 9
const warmMs = isToy ? 200 : 1000
const measuredMs = isToy ? 500 : 4000
const atLeastOfBare = 0.8

interface Form {
  name: string
  message: string | Buffer
  everyMs: number
}

const forms: Form[] = [
  { name: 'JSON', message: `{"audio_content":"${Buffer.alloc(512, 7).toString('base64')}"}`, everyMs: 16 },
  { name: 'binary', message: Buffer.alloc(3200, 7), everyMs: 100 },
]

class Server {
  constructor(
    readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(kind: 'bare' | 'gateway'): Promise<Server> {
    const file = fileURLToPath(new URL('./lib/audio-socket-server.ts', import.meta.url))
    const child = fork(file, [kind], { execArgv: ['--import', 'tsx'] })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new Server(child, port)
  }

  async done(): Promise<{ samples: number; cpuSeconds: number }> {
    this.child.send('done')
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
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/asr`, protocols, { perMessageDeflate: false })
    await once(socket, 'open')
    socket.send('{"streaming_config":{"language_code":"en-US"}}')
    return socket
  }
}

/**
 * Real-time streams a core holds, from the CPU time that a second of audio costs. All servers are asked in the same
 * seconds, so that whatever else the machine does slows them alike.
 */
async function streamsPerCore(servers: Server[], { message, everyMs }: Form): Promise<number[]> {
  const sockets: WebSocket[] = []
  for (let index = 0; index < streams; index += 1)
    for (const server of servers) sockets.push(await server.connect())
  const timer = setInterval(() => {
    for (const socket of sockets) socket.send(message)
  }, everyMs)
  await sleep(warmMs)
  const before = await Promise.all(servers.map(server => server.done()))
  await sleep(measuredMs)
  const after = await Promise.all(servers.map(server => server.done()))
  clearInterval(timer)
  for (const socket of sockets) socket.terminate()
  return servers.map((_, index) => {
    const audioSeconds = (after[index]!.samples - before[index]!.samples) / 16_000
    return audioSeconds / (after[index]!.cpuSeconds - before[index]!.cpuSeconds)
  })
}

const bare = await Server.start('bare')
const gateway = await Server.start('gateway')
const measures: Measure[] = []
try {
  for (const form of forms) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [byBare, byGateway] = await streamsPerCore([bare, gateway], form)
      theirs.push(byBare!)
      ours.push(byGateway!)
    }
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
