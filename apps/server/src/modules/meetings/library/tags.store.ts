import { COUNTED_TO } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../../platform/db/store'
import { type Viewer, visibleMeetings } from '../../access'
import './library-tables'

const SUGGESTED = 20

export class TagsStore extends Store {
  /** These and no others; false when the meeting is gone. Two that change them follow each other. */
  async set(meetingId: string, tags: readonly string[], by: string): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const meeting = await tx
        .selectFrom('meeting')
        .select('id')
        .where('id', '=', meetingId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!meeting) return false
      await tx
        .deleteFrom('meeting_tag')
        .where('meeting_id', '=', meetingId)
        .where(sql<boolean>`tag <> all(${tags}::text[])`)
        .execute()
      if (tags.length > 0)
        await tx
          .insertInto('meeting_tag')
          .values(tags.map(tag => ({ meeting_id: meetingId, tag, added_by: by })))
          .onConflict(conflict => conflict.doNothing())
          .execute()
      await this.audited(tx)
      return true
    })
  }

  /** Of meetings that the viewer may know of. */
  async suggest(viewer: Viewer, beginning: string): Promise<{ tag: string; count: number }[]> {
    const pattern = `${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`
    return await this.db
      .selectFrom('meeting_tag')
      .innerJoin('meeting', 'meeting.id', 'meeting_tag.meeting_id')
      .select(['tag', sql<number>`least(count(*), ${COUNTED_TO + 1})::int`.as('count')])
      .where('tag', 'like', pattern)
      .where(visibleMeetings(viewer))
      .groupBy('tag')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('tag')
      .limit(SUGGESTED)
      .execute()
  }
}
