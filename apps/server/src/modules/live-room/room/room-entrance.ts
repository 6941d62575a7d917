import { type CallState, texts } from '@livetap/contract'
import type { ClientConnection, ClientHost } from '../connection/client-connection'
import { clientKey } from '../connection/client-key'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import type { RoomClients } from '../connection/room-clients'
import type { AudioStreams } from '../streams/audio-streams'
import type { RoomLife } from '../times/room-life'
import type { RoomOptions } from './room-options'
import type { RoomView } from './room-view'

export interface RoomEntranceParts extends Pick<RoomOptions, 'eventsStore' | 'ledgerKept'> {
  room: RoomView & ClientHost
  clients: RoomClients
  voices: AudioStreams
  life: RoomLife
  callState: (client: ClientConnection) => CallState
  /** Another number of clients is in the room. */
  onChange: () => void
}

/** Who comes into a running meeting and who leaves it, on the record and for the others. */
export class RoomEntrance {
  /** A user came or left; said at the next sweep, once for all. */
  #membersChanged = false

  constructor(private readonly parts: RoomEntranceParts) {}

  /** Resolves when the client has caught up. */
  async join(client: ClientConnection, after: number | undefined): Promise<void> {
    const { room, clients, voices, life, eventsStore } = this.parts
    const { meetingId, record, outbox } = room
    const { clientId, userName } = client.caller
    if (room.isEnding) return client.refuse(new ConnectionRefusedError('call_ended', 'The meeting has ended'))
    // A client that comes back takes the place of its own older connection.
    if (!clients.isConnected(clientId) && clients.size >= client.limits.clientsPerMeeting)
      return client.refuse(new ConnectionRefusedError('meeting_full', texts.live.meetingFull))
    clients.add(client)
    this.#membersChanged = true
    voices.reconnected(clientId)
    life.entered(userName)
    this.parts.onChange()
    record.ledger('clientJoined', { name: userName, resumed: after !== undefined })
    const cursor = after === undefined ? { resumed: false } : { resumed: true, after_seq: after }
    record.log('socketOpened', { client_id: clientId, ...cursor })
    const replaying = after !== undefined && after <= outbox.lastSeq
    const seq = replaying ? after : outbox.lastSeq
    const data = {
      ...this.parts.callState(client),
      own_key: clientKey(clientId),
      ...(replaying && { replaying }),
    }
    await client.enter(room, {
      hello: { type: 'call_started', meeting: meetingId, ts: Date.now(), data },
      seq,
      ...(replaying && { missed: eventsStore.after(meetingId, seq) }),
    })
  }

  left(client: ClientConnection): void {
    const { room, clients, life } = this.parts
    if (!clients.remove(client)) return
    this.#membersChanged = true
    const reason = client.refusal?.reason ?? 'closed'
    if (clients.size === 0) life.emptied()
    this.parts.onChange()
    room.record.ledger('clientLeft', { name: client.caller.userName, reason })
    room.record.log('socketClosed', {
      client_id: client.caller.clientId,
      code: client.closeCode,
      ...(client.refusal && { reason: client.refusal.reason }),
      open_ms: client.openMs,
    })
  }

  async announceMembers(): Promise<void> {
    if (!this.#membersChanged) return
    this.#membersChanged = false
    await this.parts.ledgerKept()
    const connected = this.parts.clients.list()
    this.parts.room.outbox.push({ type: 'connected_changed', body: { data: { connected } }, durable: false })
  }
}
