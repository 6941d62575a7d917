import { DEFAULT_LANGUAGE, type Highlight, type HotwordMessage, type LiveTranscript } from '@livetap/contract'
import { steadyNow } from '../../steady-now'
import { Store } from '../../store'
import { applyMessage, inOrder, startOfHighlight, startOfTranscript, withRanges } from './apply-message'
import { emptyRoom, type KnownRange, type LiveRoom } from './live-room'

/** The room as its history, its messages and confirmed calls make it. */
export class RoomStore extends Store<LiveRoom> {
  constructor() {
    super(emptyRoom(DEFAULT_LANGUAGE))
  }

  /** One change, however many messages. */
  apply(messages: readonly HotwordMessage[]): void {
    const room = { ...this.getSnapshot() }
    for (const message of messages) Object.assign(room, applyMessage(room, message, steadyNow()))
    this.set(room)
  }

  /** After a failed entry some of it is there already. */
  addHistory(
    transcripts: readonly LiveTranscript[],
    highlights: readonly Highlight[],
    offTheRecord: readonly KnownRange[],
  ): void {
    const room = this.getSnapshot()
    this.set({
      transcripts: inOrder([...room.transcripts, ...transcripts], startOfTranscript),
      highlights: inOrder([...room.highlights, ...highlights], startOfHighlight),
      offTheRecord: withRanges(room.offTheRecord, offTheRecord),
    })
  }

  /** What the service has confirmed as the answer to a call. */
  confirm(change: Partial<LiveRoom>): void {
    this.set(change)
  }
}
