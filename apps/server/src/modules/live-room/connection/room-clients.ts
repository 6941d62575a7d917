import { createHash } from 'node:crypto'
import type { ConnectedClient, HotwordCloseReason } from '@livetap/contract'
import type { ClientConnection } from './client-connection'
import { ConnectionRefusedError } from './connection-refused-error'

/** Names a client to the others; its own id stays between it and the service. */
export const clientKey = (clientId: string): string =>
  createHash('sha256').update(clientId).digest('hex').slice(0, 12)

/** Who is in a meeting on this node, and who is expected back. */
export class RoomClients {
  readonly #open = new Set<ClientConnection>()
  /** Clients whose connection broke and who have not come back, with when they last sent something. */
  readonly #lost = new Map<string, number>()

  get size(): number {
    return this.#open.size
  }

  [Symbol.iterator](): IterableIterator<ClientConnection> {
    return this.#open.values()
  }

  /** An older connection of the same client is replaced. */
  add(client: ClientConnection): void {
    const { clientId } = client.caller
    const lastMessageAt = this.#of(clientId)?.lastMessageAt ?? this.#lost.get(clientId)
    if (lastMessageAt !== undefined) client.continues(lastMessageAt)
    for (const other of this.#open) if (other.caller.clientId === clientId) other.replaced()
    this.#open.add(client)
    this.#lost.delete(clientId)
  }

  /** False when it was gone already. */
  remove(client: ClientConnection): boolean {
    if (!this.#open.delete(client)) return false
    const { clientId } = client.caller
    if (client.isLost && !this.isConnected(clientId)) this.#lost.set(clientId, client.lastMessageAt)
    return true
  }

  /** It was in the meeting on another process and may come back. */
  expect(clientId: string): void {
    this.#lost.set(clientId, Number.NEGATIVE_INFINITY)
  }

  isConnected(clientId: string): boolean {
    return this.#of(clientId) !== undefined
  }

  isInterrupted(clientId: string): boolean {
    return this.#of(clientId)?.isStalled ?? this.#lost.has(clientId)
  }

  /** Sound of a client that the room has no place for yet. */
  waitingMs(clientId: string): number {
    return this.#of(clientId)?.waitingMs ?? 0
  }

  /** A client that reconnects may be there twice for a moment. */
  list(): ConnectedClient[] {
    const names = new Map([...this.#open].map(({ caller }) => [clientKey(caller.clientId), caller.userName]))
    return [...names].map(([key, name]) => ({ key, name }))
  }

  refuse(reason: HotwordCloseReason, text: string): void {
    for (const client of this.#open) client.refuse(new ConnectionRefusedError(reason, text))
  }

  #of(clientId: string): ClientConnection | undefined {
    for (const client of this.#open) if (client.caller.clientId === clientId) return client
    return undefined
  }
}
