import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type StreamingConfig, streamingConfigSchema } from '@livetap/contract'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { onTestFinished } from 'vitest'
import { WebSocket as Client, type WebSocket, WebSocketServer } from 'ws'
import type { CreateSocket } from '../socket-link'

/** One connection as the gateway saw it. */
export class GatewayVisit {
  config: StreamingConfig['streaming_config'] | undefined
  readonly chunks: Buffer[] = []
  readonly texts: string[] = []

  constructor(
    readonly socket: WebSocket,
    readonly protocols: string[],
  ) {
    socket.on('message', data => {
      const text = data.toString()
      this.texts.push(text)
      const message = JSON.parse(text)
      if (message.audio_content !== undefined) this.chunks.push(Buffer.from(message.audio_content, 'base64'))
      else this.config = streamingConfigSchema.parse(message).streaming_config
    })
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks)
  }

  get startBytes(): number {
    return (this.config?.start_millis ?? 0) * 32
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Everything before it is recognised. */
  settle(ms: number, receivedMs = ms): void {
    this.say({ audio_received_millis: receivedMs, settled_millis: ms })
  }

  final(id: string, transcript: string, settledMs: number): void {
    const result = { alternatives: [{ transcript }], is_final: true, segment_id: id }
    this.say({ result: { results: [result] }, audio_received_millis: settledMs, settled_millis: settledMs })
  }

  /** As a network does that goes away: no close frame. */
  cut(): void {
    this.socket.terminate()
  }
}

/** A real `ws` server whose answers the test gives. */
export class ScriptedGateway {
  readonly visits: GatewayVisit[] = []
  /** Called for every connection; by default it is welcomed. */
  onVisit: (visit: GatewayVisit) => void = visit => {
    visit.socket.once('message', () => visit.settle(visit.config?.start_millis ?? 0))
  }

  private constructor(readonly server: WebSocketServer) {
    server.on('connection', (socket, request) => {
      const offered = String(request.headers['sec-websocket-protocol']).split(',')
      const visit = new GatewayVisit(
        socket,
        offered.map(name => name.trim()),
      )
      this.visits.push(visit)
      this.onVisit(visit)
    })
  }

  static async start(): Promise<ScriptedGateway> {
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => 'livetap.asr.v1',
    })
    await once(server, 'listening')
    onTestFinished(() => {
      for (const client of server.clients) client.terminate()
      server.close()
    })
    return new ScriptedGateway(server)
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}${pathOf(asrSocket)}`
  }
}

/** `ws` throws what no one listens to; a socket closed while it opens is such a case. */
export const nodeSocket: CreateSocket = (url, protocols) => {
  const socket = new Client(url, protocols)
  socket.on('error', () => {})
  return socket as never
}
