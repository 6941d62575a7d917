import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { EventsStore, LedgerEntry } from '../../events'
import {
  HighlightsStore,
  type NewUtterance,
  type OffTheRecord,
  OffTheRecordStore,
  type StoredHighlight,
  UtterancesStore,
} from '../../transcripts'
import { type LiveStateChange, LiveStore } from '../live.store'
import { LiveEventsStore, type NumberedMessage } from './live-events.store'

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

/** Announcements, what becomes true with them and its evidence, all or nothing. */
export class AnnouncementsStore {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly events: Pick<EventsStore, 'within'>,
  ) {}

  async commit(meetingId: string, { messages, writes, ledger }: Announced): Promise<Written> {
    return await this.db.transaction().execute(async tx => {
      const written: Written = {}
      for (const write of writes) {
        if (write.kind === 'utterance') await new UtterancesStore(tx).add(meetingId, write.utterance)
        if (write.kind === 'highlight') await new HighlightsStore(tx).add(meetingId, write.highlight)
        if (write.kind === 'highlight_deleted') await new HighlightsStore(tx).delete(meetingId, write.id)
        if (write.kind === 'on_the_record')
          for (const range of write.ranges) await new OffTheRecordStore(tx).shorten(meetingId, range)
        if (write.kind === 'off_the_record') {
          await new OffTheRecordStore(tx).add(meetingId, write.range)
          await new UtterancesStore(tx).cutOut(meetingId, write.range)
          await new HighlightsStore(tx).deleteWithin(meetingId, write.range)
          await new LiveEventsStore(tx).cutOut(meetingId, write.range)
        }
        if (write.kind === 'state') {
          const state = await new LiveStore(tx).change(meetingId, write.change)
          if (state) written.updatedAt = state.updatedAt
        }
      }
      await new LiveEventsStore(tx).add(meetingId, messages)
      // Last, because the meeting's ledger is locked from here on.
      await this.events.within(tx).record(meetingId, { ledger })
      return written
    })
  }
}
