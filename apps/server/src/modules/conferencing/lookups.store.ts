import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type Viewer, visibleMeetings } from '../access'

const MAX_FOUND = 1000

export interface FoundMeeting {
  id: string
  conference_id: string
  started_at: Date
  utterances: number
}

/** Our meetings by what people know of the conference. */
export class LookupsStore extends Store {
  /** The newest meeting of a conference or a series that took place between the two moments. */
  async byConference(
    viewer: Viewer,
    webexId: string,
    start: Date | undefined,
    end: Date | undefined,
  ): Promise<string | undefined> {
    let query = this.db
      .selectFrom('meeting')
      .select('id')
      .where(visibleMeetings(viewer))
      .where(({ or, eb }) => or([eb('conference_id', '=', webexId), eb('series', '=', webexId)]))
    if (start)
      query = query.where(
        sql<boolean>`coalesce(ended_at, started_at + duration_ms * interval '1 millisecond', started_at) >= ${start}`,
      )
    if (end) query = query.where('started_at', '<=', end)
    return (await query.orderBy('started_at', 'desc').limit(1).executeTakeFirst())?.id
  }

  /** The one that runs comes before all that have ended. */
  async byNumber(viewer: Viewer, number: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('meeting')
      .select('id')
      .where(visibleMeetings(viewer))
      .where('number', '=', number)
      .orderBy(sql`status = 'CallStarted'`, 'desc')
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  }

  /** Newest first. */
  async ofNumber(viewer: Viewer, number: string, start: Date, end: Date): Promise<FoundMeeting[]> {
    return await this.db
      .selectFrom('meeting')
      .select(['id', 'conference_id', 'started_at'])
      .select(
        sql<number>`(select count(*)::int from utterance where meeting_id = meeting.id)`.as('utterances'),
      )
      .where(visibleMeetings(viewer))
      .where('number', '=', number)
      .where('started_at', '>=', start)
      .where('started_at', '<=', end)
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(MAX_FOUND)
      .execute()
  }
}
