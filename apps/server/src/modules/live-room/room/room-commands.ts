import type { HotwordCommand } from '@livetap/contract'
import type { ClientConnection } from '../connection/client-connection'
import type { Eva } from '../eva/eva'
import { undoCall } from '../eva/undo-call'
import type { Microphones } from '../streams/microphones'
import type { RoomOffTheRecord } from './room-off-the-record'
import type { RoomView } from './room-view'

export interface CommandParts {
  room: RoomView
  eva: Eva
  offTheRecord: RoomOffTheRecord
  microphones: Microphones
}

/** Executes a client's command. */
export function handleCommand(parts: CommandParts, client: ClientConnection, command: HotwordCommand): void {
  const { room, eva, offTheRecord } = parts
  const { type, source } = command
  switch (type) {
    case 'ping':
      client.send({ type: 'pong', meeting: room.meetingId, ts: Date.now() })
      return
    case 'meeting_off_the_record':
      offTheRecord.asked(client, command)
      return
    case 'meeting_on_the_record':
      offTheRecord.askedToEnd(client, command)
      return
    case 'undo_call':
      undoCall(room, eva, client, command.call_id ?? '')
      return
    case 'share_microphone':
    case 'unshare_microphone':
      share(parts, client, type === 'share_microphone')
      return
    case 'enable_earmuffs':
    case 'disable_earmuffs':
      room.settings.setEarmuffs(type === 'enable_earmuffs', client.caller.userName, source)
  }
}

function share(
  { room, microphones }: CommandParts,
  { caller: { clientId, userName } }: ClientConnection,
  shared: boolean,
): void {
  if (microphones.share(clientId, shared)) room.record.ledger('microphoneShared', { shared, by: userName })
}
