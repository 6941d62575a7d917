import { UNKNOWN_CALL } from '@livetap/contract'
import type { ClientConnection } from '../connection/client-connection'
import type { RoomView } from '../room/room-view'
import type { Eva } from './eva'

/** A user says that a call was not meant: what it did is undone, all clients are notified, and it is counted. */
export function undoCall(
  room: RoomView,
  eva: Pick<Eva, 'isUndone' | 'undo'>,
  client: ClientConnection,
  callId: string,
): void {
  // A repeated command is handled once.
  if (eva.isUndone(callId)) return
  const by = client.caller.userName
  const undone = eva.undo(callId, by)
  // It may have been called long ago, or before this process had the meeting.
  if (!undone) {
    client.sendError(UNKNOWN_CALL, 'This call of EVA is not known any more.')
    return
  }
  const { phrase, intent, result } = undone
  const shortened = result?.shortened
  const off_the_record_until_millis = Math.max(0, ...room.offTheRecord.map(range => range.endMs))
  room.outbox.push({
    type: 'eva_call_undone',
    body: {
      data: { call_id: callId, reason: 'not_meant', ...(shortened && { off_the_record_until_millis }) },
    },
    durable: true,
    ...(shortened && { write: { kind: 'on_the_record', ranges: [shortened] } }),
    ledger: {
      event: 'evaCallUndone',
      fields: {
        call_id: callId,
        trigger_word: phrase,
        ...(intent && { intent }),
        taken_back: result !== undefined,
        by,
      },
    },
  })
}
