import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { encodeAudioMessage, UPLOAD_CHUNK_BYTES } from '@livetap/contract'
import { createMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { ApiClient } from '@livetap/session'
import { WebSocket } from 'ws'

const PING_MS = 2_000
const FRAME_MS = 64
const ASR_FRAME_MS = 100
const JOINED_AT_ONCE = 20

/** Sockets in running meetings, as consoles hold them: each pings every 2 s. */
export class LiveSide {
  readonly #sockets = new Set<{ socket: WebSocket; meeting: string }>()
  readonly #timers: NodeJS.Timeout[] = []
  #next = 0
  closedByServer = 0

  constructor(
    private readonly api: ApiClient,
    private readonly origin: string,
  ) {
    // Spread over the time: they did not all begin at once.
    this.#timers.push(setInterval(() => this.#pingSome(), PING_MS / 40))
  }

  async meetings(count: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < count) {
      const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false }
      ids.push((await this.api.call(createMeeting, { query: { client_region: 'us' }, body })).id)
    }
    return ids
  }

  /** So many more clients, over the meetings in turn. */
  async join(meetings: readonly string[], count: number): Promise<WebSocket[]> {
    const joined: WebSocket[] = []
    const lane = async () => {
      for (let at = joined.length; at < count; at = joined.length) {
        const slot = joined.push(undefined as never) - 1
        joined[slot] = await this.#joinOne(meetings[slot % meetings.length]!)
      }
    }
    await Promise.all(Array.from({ length: Math.min(JOINED_AT_ONCE, count) }, lane))
    return joined
  }

  async leave(sockets: readonly WebSocket[]): Promise<void> {
    for (const one of this.#sockets)
      if (sockets.includes(one.socket)) {
        this.#sockets.delete(one)
        one.socket.removeAllListeners('close')
        one.socket.close()
      }
    const isOpen = (socket: WebSocket) => socket.readyState !== WebSocket.CLOSED
    for (let tries = 0; tries < 300 && sockets.some(isOpen); tries++) await sleep(100)
  }

  /** Each socket speaks from here on; answers how to stop it. */
  speak(sockets: readonly WebSocket[]): () => void {
    const sound = new Uint8Array((SAMPLE_RATE_HZ * FRAME_MS) / 500)
    let saidMs = 0
    const timer = setInterval(() => {
      const frame = encodeAudioMessage({
        audio_content: sound,
        sample_rate_hertz: SAMPLE_RATE_HZ,
        language_code: 'en-US',
        csi: 0,
        start_millis: saidMs,
      })
      saidMs += FRAME_MS
      for (const socket of sockets) socket.send(frame)
    }, FRAME_MS)
    this.#timers.push(timer)
    return () => clearInterval(timer)
  }

  /** Recognition sockets that stream sound; answers how to end them. */
  async recognize(count: number): Promise<() => void> {
    const sockets: WebSocket[] = []
    for (let at = 0; at < count; at++) {
      const protocols = ['livetap.asr.v1', 'bearer.bench', 'engine.nutcracker', `tracking.bench-asr-${at}`]
      const address = `${this.origin.replace('http', 'ws')}${pathOf(asrSocket)}`
      const socket = new WebSocket(address, protocols, { perMessageDeflate: false })
      await once(socket, 'open')
      socket.send('{"streaming_config":{"language_code":"en-US"}}')
      sockets.push(socket)
    }
    const sound = Buffer.alloc((SAMPLE_RATE_HZ * ASR_FRAME_MS) / 500)
    const timer = setInterval(() => {
      for (const socket of sockets) socket.send(sound)
    }, ASR_FRAME_MS)
    this.#timers.push(timer)
    return () => {
      clearInterval(timer)
      for (const socket of sockets) socket.terminate()
    }
  }

  /** One recording after the other, of one piece each; answers how to stop. */
  upload(everyMs: number, token: string): () => Promise<{ uploads: number; errors: number }> {
    const bytes = Buffer.alloc(UPLOAD_CHUNK_BYTES, 1)
    const done = { uploads: 0, errors: 0 }
    let isOver = false
    const running = (async () => {
      while (!isOver) {
        const isStored = await this.#uploadOne(bytes, token).catch(() => false)
        done.uploads += 1
        if (!isStored) done.errors += 1
        await sleep(everyMs)
      }
    })()
    return async () => {
      isOver = true
      await running
      return done
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const { socket } of this.#sockets) {
      socket.removeAllListeners('close')
      socket.terminate()
    }
    this.#sockets.clear()
  }

  async #uploadOne(bytes: Buffer, token: string): Promise<boolean> {
    const body = {
      start_at_utc: new Date().toISOString(),
      source: 'bench',
      client_region: 'us',
      file_size: bytes.length,
      file_type: 'audio/wav',
      file_name: 'bench.wav',
    }
    const { upload_url } = await this.api.call(createUpload, { body })
    const range = `bytes 0-${bytes.length - 1}/${bytes.length}`
    const headers = { authorization: `Bearer ${token}`, 'content-range': range }
    const answer = await fetch(new URL(upload_url, this.origin), {
      method: 'PUT',
      headers,
      body: new Uint8Array(bytes),
    })
    await answer.arrayBuffer()
    return answer.ok
  }

  async #joinOne(meeting: string): Promise<WebSocket> {
    const query = { client_id: `client-${this.#next++}-of-the-bench` }
    const { live_addr } = await this.api.call(liveAddress, { params: { id: meeting }, query })
    const socket = new WebSocket(live_addr, { perMessageDeflate: false })
    const entered = new Promise<void>((resolve, reject) => {
      // The first message says that it is in the call; the rest is read and forgotten.
      socket.once('message', () => resolve())
      socket.once('close', (code, reason) => reject(new Error(`closed: ${code} ${reason}`)))
      socket.once('error', reject)
    })
    await entered
    socket.removeAllListeners('close')
    socket.on('close', () => {
      this.closedByServer += 1
    })
    this.#sockets.add({ socket, meeting })
    return socket
  }

  #turn = 0
  #pingSome(): void {
    let at = 0
    for (const { socket, meeting } of this.#sockets)
      if (at++ % 40 === this.#turn && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ type: 'ping', meeting, ts: Date.now() }))
    this.#turn = (this.#turn + 1) % 40
  }
}

/** As many sockets at a bare server, with the same pings; answers how to close them. */
export async function bareSockets(origin: string, count: number): Promise<() => void> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(JOINED_AT_ONCE, count - sockets.length) }, async () => {
      const socket = new WebSocket(origin.replace('http', 'ws'), { perMessageDeflate: false })
      socket.on('message', () => undefined)
      await once(socket, 'open')
      return socket
    })
    sockets.push(...(await Promise.all(some)))
  }
  let turn = 0
  const timer = setInterval(() => {
    for (let at = turn; at < sockets.length; at += 40)
      sockets[at]!.send(JSON.stringify({ type: 'ping', meeting: 'bare', ts: Date.now() }))
    turn = (turn + 1) % 40
  }, PING_MS / 40)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.terminate()
  }
}
