import { Store } from '../../../platform/db/store'
import type { EventsStore, LedgerEntry } from '../../events'
import type {
  HighlightsStore,
  NewUtterance,
  OffTheRecord,
  OffTheRecordStore,
  StoredHighlight,
  UtterancesStore,
} from '../../transcripts'
import type { LiveStateChange, LiveStore } from '../live.store'
import type { RoomLease } from '../ownership/room-lease'
import type { RoomLeasesStore } from '../ownership/room-leases.store'
import type { LiveEventsStore, NumberedMessage } from './live-events.store'

/** What becomes true together with an announcement. */
export type RoomWrite =
  | { kind: 'utterance'; utterance: NewUtterance }
  | { kind: 'highlight'; highlight: StoredHighlight }
  | { kind: 'highlight_deleted'; id: string }
  | { kind: 'state'; change: LiveStateChange }
  /** What was kept of it before is taken out. */
  | { kind: 'off_the_record'; range: OffTheRecord }
  /** They ended earlier than was asked. */
  | { kind: 'on_the_record'; ranges: readonly OffTheRecord[] }

/** What the database answered to the writes. */
export interface Written {
  /** Of the meeting's state, where it was changed. */
  updatedAt?: Date
}

/** What one transaction keeps. */
export interface Announced {
  messages: readonly NumberedMessage[]
  writes: readonly RoomWrite[]
  /** What the ledger says of it. */
  ledger: readonly LedgerEntry[]
}

export interface AnnouncementsStoreOptions {
  leases: RoomLeasesStore
  events: EventsStore
  utterances: UtterancesStore
  highlights: HighlightsStore
  offTheRecord: OffTheRecordStore
  liveStore: LiveStore
  liveEvents: LiveEventsStore
}

/** Announcements, what becomes true with them and its evidence, all or nothing, and only of the room that has the meeting. */
export class AnnouncementsStore extends Store<AnnouncementsStoreOptions> {
  async commit(lease: RoomLease, { messages, writes, ledger }: Announced): Promise<Written> {
    const { meetingId } = lease
    return await this.options.leases.write(lease, async tx => {
      const { events, utterances, highlights, offTheRecord, liveStore, liveEvents } = this.options
      const written: Written = {}
      for (const write of writes) {
        if (write.kind === 'utterance') await utterances.within(tx).add(meetingId, write.utterance)
        if (write.kind === 'highlight') await highlights.within(tx).add(meetingId, write.highlight)
        if (write.kind === 'highlight_deleted') await highlights.within(tx).delete(meetingId, write.id)
        if (write.kind === 'on_the_record')
          for (const range of write.ranges) await offTheRecord.within(tx).shorten(meetingId, range)
        if (write.kind === 'off_the_record') {
          await offTheRecord.within(tx).add(meetingId, write.range)
          await utterances.within(tx).cutOut(meetingId, write.range)
          await highlights.within(tx).deleteWithin(meetingId, write.range)
          await liveEvents.within(tx).cutOut(meetingId, write.range)
        }
        if (write.kind === 'state') {
          const state = await liveStore.within(tx).change(meetingId, write.change)
          if (state) written.updatedAt = state.updatedAt
        }
      }
      await liveEvents.within(tx).add(meetingId, messages)
      // Last, because the meeting's ledger is locked from here on.
      await events.within(tx).record(meetingId, { ledger })
      return written
    })
  }
}
