import { liveAddress } from '@livetap/contract/calls/live-meetings'
import { WebSocket } from 'ws'
import type { FaultClient } from './fault-client'

const WATCHERS = 12

/** Clients of running meetings that read nothing, or go without a word. */
export class Watchers {
  #sockets: WebSocket[] = []

  constructor(
    private readonly client: FaultClient,
    private readonly running: ReadonlySet<string>,
  ) {}

  /** Answers how many came. */
  async join(): Promise<number> {
    const ids = [...this.running]
    for (let at = 0; at < WATCHERS && ids.length > 0; at += 1) {
      const id = ids[at % ids.length]!
      const found = await this.client
        .once<{ live_addr: string }>(liveAddress, { params: { id } })
        .catch(() => undefined)
      if (!found) continue
      const socket = new WebSocket(found.live_addr)
      socket.on('error', () => undefined)
      // It takes nothing in: what the service sends to it waits there.
      socket.on('open', () => socket.pause())
      this.#sockets.push(socket)
    }
    return this.#sockets.length
  }

  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.terminate()
  }
}
