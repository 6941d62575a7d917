import { texts } from '@livetap/contract'
import type { Notices } from '../../notices'
import type { Scope } from '../../scope'
import { steadyNow } from '../../steady-now'
import type { RoomStore } from './room-store'

/** Announces when what is said is kept again, and when the recording is switched. */
export function announceRecord(room: RoomStore, notices: Notices, scope: Scope): void {
  let before = room.getSnapshot()
  let forgetEnd = () => {}
  const announceEnd = () => {
    const { recording } = room.getSnapshot()
    notices.info(recording ? texts.live.onTheRecordAgain : texts.live.onTheRecordUnrecorded)
  }
  const changed = () => {
    const now = room.getSnapshot()
    const last = before
    before = now
    // The first state of a room changes nothing that was known.
    if (last.startedAtMs !== undefined && now.recording !== last.recording)
      notices.info(now.recording ? texts.live.recordingOn : texts.live.recordingOff)
    if (now.offTheRecordUntilMs === last.offTheRecordUntilMs) return
    forgetEnd()
    const leftMs = now.offTheRecordUntilMs - steadyNow()
    if (leftMs > 0) forgetEnd = scope.timeout(announceEnd, leftMs)
    else if (last.offTheRecordUntilMs > steadyNow()) announceEnd()
  }
  scope.add(room.subscribe(changed))
}
