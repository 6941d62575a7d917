import { once } from 'node:events'
import type { AsrMessage } from '@livetap/contract'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'

export interface Closed {
  code: number
  reason: string
}

/** A client of the socket that remembers what it received. */
export class AsrClient {
  readonly messages: AsrMessage[] = []
  closed: Closed | undefined

  private constructor(readonly socket: WebSocket) {
    socket.on('message', data => this.messages.push(JSON.parse(data.toString())))
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
    })
    socket.on('error', () => {})
    onTestFinished(() => socket.terminate())
  }

  static async open(
    serverUrl: string,
    {
      token,
      engine = 'nutcracker',
      tracking = 'track-1',
    }: { token: string; engine?: string; tracking?: string },
  ): Promise<AsrClient> {
    const client = AsrClient.start(serverUrl, [
      'livetap.asr.v1',
      `bearer.${token}`,
      `engine.${engine}`,
      `tracking.${tracking}`,
    ])
    await once(client.socket, 'open')
    return client
  }

  static start(serverUrl: string, protocols: string[]): AsrClient {
    return new AsrClient(new WebSocket(`${serverUrl.replace('http', 'ws')}${pathOf(asrSocket)}`, protocols))
  }

  configure(config: Record<string, unknown> = {}): void {
    this.send({ streaming_config: { language_code: 'en-US', ...config } })
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Silence, or what is given, as the documents have it: 512 bytes per message. */
  speak(ms: number, pcm: Buffer = Buffer.alloc(ms * 32)): void {
    for (let at = 0; at < ms * 32; at += 512)
      this.send(`{"audio_content":"${pcm.subarray(at, at + 512).toString('base64')}"}`)
  }

  get finals(): string[] {
    return this.messages.flatMap(({ result }) =>
      result?.results[0]?.is_final ? [result.results[0].alternatives[0]!.transcript] : [],
    )
  }

  get interims(): string[] {
    return this.messages.flatMap(({ result }) =>
      result && !result.results[0]!.is_final ? [result.results[0]!.alternatives[0]!.transcript] : [],
    )
  }

  get receivedMs(): number {
    return this.messages.reduce((last, { audio_received_millis: ms }) => ms ?? last, -1)
  }

  get error() {
    return this.messages.find(message => message.error)?.error
  }

  async untilClosed(): Promise<Closed> {
    return await vi.waitFor(() => {
      if (!this.closed) throw new Error('still open')
      return this.closed
    })
  }
}
