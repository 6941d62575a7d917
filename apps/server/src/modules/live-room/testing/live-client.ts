import { once } from 'node:events'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { encodeAudioMessage, type HotwordMessage, type HotwordMessageType } from '@livetap/contract'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'

type MessageOf<T extends HotwordMessageType> = Extract<HotwordMessage, { type: T }>

const FRAME_MS = 64
/** A client that says nothing for 30 s is taken for gone. */
const PING_MS = 10_000

/** A client of the hotword socket that remembers what it received. */
export class LiveClient {
  readonly messages: HotwordMessage[] = []
  readonly raw: string[] = []
  closed: { code: number; reason: string } | undefined

  private constructor(
    readonly meetingId: string,
    readonly socket: WebSocket,
  ) {
    socket.on('message', data => {
      this.raw.push(data.toString())
      this.messages.push(JSON.parse(data.toString()))
    })
    const pings = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) this.command('ping')
    }, PING_MS)
    socket.on('close', (code, reason) => {
      clearInterval(pings)
      this.closed = { code, reason: reason.toString() }
    })
    socket.on('error', () => {})
    try {
      onTestFinished(() => socket.terminate())
    } catch {
      // Not inside a test: its opener closes it.
    }
  }

  /** Resolves when it is in the call. */
  static async open(meetingId: string, address: string, after?: number): Promise<LiveClient> {
    const client = LiveClient.start(meetingId, after === undefined ? address : `${address}&after=${after}`)
    await once(client.socket, 'open')
    await client.until('call_started')
    return client
  }

  static start(meetingId: string, address: string): LiveClient {
    return new LiveClient(meetingId, new WebSocket(address))
  }

  command(type: string, more: object = {}): void {
    this.socket.send(JSON.stringify({ type, meeting: this.meetingId, ts: Date.now(), ...more }))
  }

  /** Frames as the recorder sends them. */
  speak(
    pcm: Int16Array,
    { csi = 0, startMs, gzip }: { csi?: number; startMs?: number; gzip?: (b: Uint8Array) => Uint8Array } = {},
  ): void {
    const step = FRAME_MS * SAMPLES_PER_MS
    for (let at = 0; at < pcm.length; at += step) {
      const bytes = new Uint8Array(pcm.slice(at, at + step).buffer)
      this.socket.send(
        encodeAudioMessage({
          audio_content: gzip ? gzip(bytes) : bytes,
          is_gzipped: gzip !== undefined,
          sample_rate_hertz: SAMPLE_RATE_HZ,
          language_code: 'en-US',
          csi,
          start_millis: startMs === undefined ? undefined : startMs + at / SAMPLES_PER_MS,
        }),
      )
    }
  }

  of<T extends HotwordMessageType>(type: T): MessageOf<T>[] {
    return this.messages.filter((message): message is MessageOf<T> => message.type === type)
  }

  get finals(): string[] {
    const byId = new Map(this.of('transcript_final_result').map(one => [one.id, one.transcript.text]))
    return [...byId.values()]
  }

  get lastSeq(): number {
    return Math.max(0, ...this.messages.map(message => message.seq ?? 0))
  }

  async until<T extends HotwordMessageType>(type: T, count = 1): Promise<MessageOf<T>[]> {
    return await vi.waitFor(
      () => {
        const found = this.of(type)
        if (found.length < count)
          throw new Error(`${type}: ${found.length} of ${count}; ${this.messages.map(one => one.type)}`)
        return found
      },
      { interval: 10 },
    )
  }

  async untilClosed() {
    return await vi.waitFor(
      () => {
        if (!this.closed) throw new Error('still open')
        return this.closed
      },
      { interval: 10 },
    )
  }

  close(): void {
    this.socket.close()
  }

  /** As a network that went away does it. */
  cut(): void {
    this.socket.terminate()
  }
}

/** A tone is loud enough to be a voice for the meter, and never words for an engine. */
export function tone(ms: number, hz = 440, level = 8000): Int16Array {
  const pcm = new Int16Array(ms * SAMPLES_PER_MS)
  const second = pcm.subarray(0, SAMPLE_RATE_HZ)
  for (let at = 0; at < second.length; at++)
    second[at] = level * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE_HZ)
  // Whole periods fit into a second: every second is the same.
  for (let at = SAMPLE_RATE_HZ; at < pcm.length; at += SAMPLE_RATE_HZ)
    pcm.set(second.subarray(0, pcm.length - at), at)
  return pcm
}

export const silence = (ms: number) => new Int16Array(ms * SAMPLES_PER_MS)
