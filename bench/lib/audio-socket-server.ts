/** A process of its own, so that its CPU time is the server's alone. Asked by message how much it has done so far. */

import type { AddressInfo } from 'node:net'
import { SAMPLES_PER_MS } from '@livetap/audio'
import {
  AsrGateway,
  asrSocketRoutes,
  createHttpServer,
  createLog,
  Metrics,
  readAudioText,
  toSamples,
} from '@livetap/server/asr-gateway'
import { EngineRegistry, type SpeechEngine } from '@livetap/speech'
import { WebSocketServer } from 'ws'

let samples = 0

/** Takes everything, says nothing: what is left is the gateway itself. */
const nullEngine: SpeechEngine = {
  name: 'nutcracker',
  availability: async () => ({ available: true, languages: [], features: [] }),
  open: async ({ startMs = 0 }) => {
    let own = 0
    return {
      write(pcm) {
        own += pcm.length
        samples += pcm.length
        return true
      },
      end: async () => {},
      abort() {},
      get receivedMs() {
        return startMs + own / SAMPLES_PER_MS
      },
      get settledMs() {
        return startMs + own / SAMPLES_PER_MS
      },
    }
  },
  close: async () => {},
}

async function startBare(): Promise<number> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    perMessageDeflate: false,
    handleProtocols: () => 'livetap.asr.v1',
  })
  server.on('connection', socket =>
    socket.on('message', (data, isBinary) => {
      const pcm = isBinary ? toSamples(data as Buffer) : readAudioText(data as Buffer)
      if (pcm) samples += pcm.length
    }),
  )
  await new Promise(resolve => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

async function startGateway(): Promise<number> {
  const log = createLog('silent')
  const server = await createHttpServer({
    log,
    https: false,
    authenticator: {
      authenticate: async () => ({
        kind: 'account',
        role: 'operator',
        userId: 'bench',
        userName: 'bench',
        emails: [],
        sessionId: 'bench',
        tokenExpiresAt: Number.MAX_SAFE_INTEGER,
      }),
    },
    principalOf: async () => undefined,
    metricsToken: undefined,
  } as unknown as Parameters<typeof createHttpServer>[0])
  asrSocketRoutes(
    server,
    new AsrGateway({
      events: { log: () => undefined },
      engines: new EngineRegistry([nullEngine]),
      metrics: new Metrics(),
      log,
    }),
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  return (server.server.address() as AddressInfo).port
}

const port = await (process.argv[2] === 'bare' ? startBare() : startGateway())
process.on('message', asked => {
  // Until its first full collection a process lets its memory grow: no server that has run for a while is so free.
  if (asked === 'settle') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ samples, cpuSeconds: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
