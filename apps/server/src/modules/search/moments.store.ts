import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import type { FoundRow } from './search.store'

/** What a result shows, read from the text itself. */
export interface StoredMoment {
  rowId: string
  lineId: string
  text: string
  words: [text: string, startMs: number, endMs: number][]
  endMs: number
  speaker: string
  before: { speaker: string; text: string } | null
  after: { speaker: string; text: string } | null
}

const speakerOf = (line: string) => sql`coalesce((
  select string_agg(coalesce(name, 'Speaker ' || said), ', ' order by number)
  from jsonb_array_elements_text(${sql.ref(`${line}.speaker_ids`)}) with ordinality as of_line (said, number)
  left join speaker_name on speaker_name.meeting_id = ${sql.ref(`${line}.meeting_id`)} and speaker_id = said), '')`

const neighbour = (line: string) => sql`
  (select json_build_object('speaker', ${speakerOf(line)}, 'text', left(${sql.ref(`${line}.text`)}, 300)))`

export class MomentsStore extends Store {
  async read(rows: readonly FoundRow[]): Promise<Map<string, StoredMoment>> {
    const found = await Promise.all([
      this.#lines(rows.filter(({ kind }) => kind === 'line')),
      this.#highlights(rows.filter(({ kind }) => kind === 'highlight')),
      this.#titles(rows.filter(({ kind }) => kind === 'title')),
    ])
    return new Map(found.flat().map(moment => [moment.rowId, moment]))
  }

  async #lines(rows: readonly FoundRow[]): Promise<StoredMoment[]> {
    if (rows.length === 0) return []
    const { rows: found } = await sql<StoredMoment>`
      select line.id as "rowId", line.id as "lineId", line.text, line.words, line.end_ms as "endMs",
        ${speakerOf('line')} as speaker,
        (select ${neighbour('earlier')} from (
          select * from utterance where meeting_id = line.meeting_id and (start_ms, id) < (line.start_ms, line.id)
          order by start_ms desc, id desc limit 1) as earlier) as before,
        (select ${neighbour('later')} from (
          select * from utterance where meeting_id = line.meeting_id and (start_ms, id) > (line.start_ms, line.id)
          order by start_ms, id limit 1) as later) as after
      from utterance as line where line.id = any(${rows.map(({ id }) => id)}::text[])`.execute(this.db)
    return found
  }

  async #highlights(rows: readonly FoundRow[]): Promise<StoredMoment[]> {
    if (rows.length === 0) return []
    const { rows: found } = await sql<StoredMoment>`
      select 'highlight:' || meeting_id || ':' || id as "rowId", id as "lineId", text, '[]'::json as words,
        end_ms as "endMs", '' as speaker, null as before, null as after
      from highlight where meeting_id = any(${rows.map(({ meetingId }) => meetingId)}::text[])
        and 'highlight:' || meeting_id || ':' || id = any(${rows.map(({ id }) => id)}::text[])`.execute(
      this.db,
    )
    return found
  }

  async #titles(rows: readonly FoundRow[]): Promise<StoredMoment[]> {
    if (rows.length === 0) return []
    const { rows: found } = await sql<StoredMoment>`
      select 'title:' || id as "rowId", '' as "lineId", title as text, '[]'::json as words, 0 as "endMs",
        '' as speaker, null as before, null as after
      from meeting where id = any(${rows.map(({ meetingId }) => meetingId)}::text[])`.execute(this.db)
    return found
  }
}
