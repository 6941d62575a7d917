import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { hasCjk } from './cjk'

/** Any constant of our own: one process of the installation fills at a time. */
const FILL_LOCK = 7_405_410
/** In this order; titles with the highlights of their meetings. */
const SOURCES = ['lines', 'titles'] as const
type Source = (typeof SOURCES)[number]
/** Its row says how far words were looked at: `total` counts the changes, `done` those before it began. */
const SWEEP = 'words'
const WORD = /[\p{L}\p{M}]+/gu

export interface FillProgress {
  done: number
  total: number
}

/** Words as they are compared: without accents, in lower case; what is too short or too long is no one's typing error. */
function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
      const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
      if (plain.length >= 3 && plain.length <= 40 && !hasCjk(plain)) words.add(plain)
    }
  // In one order: writers that wait for each other wait in a line.
  return [...words].sort()
}

export class SearchIndexStore extends Store {
  async extensions(): Promise<{ trigrams: boolean; accents: boolean }> {
    const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(this.db)
    const names = rows.map(({ name }) => name)
    return { trigrams: names.includes('pg_trgm'), accents: names.includes('unaccent') }
  }

  /** Of the words of lines that were written: how many lines were read. */
  async takeWords(limit: number): Promise<number> {
    return await this.db.transaction().execute(async tx => {
      const { rows } = await sql<{ rowId: string; text: string | null }>`
        with taken as (
          delete from search_pending where number in (
            select number from search_pending order by number limit ${limit} for update skip locked)
          returning row_id
        )
        select row_id as "rowId", coalesce(utterance.text, meeting.title, highlight.text) as text from taken
        left join utterance on utterance.id = row_id
        left join meeting on row_id like 'title:%' and meeting.id = substr(row_id, 7)
        left join search_row on search_row.id = row_id and search_row.kind = 'highlight'
        left join highlight on highlight.meeting_id = search_row.meeting_id
          and highlight.id = substr(row_id, length('highlight:' || search_row.meeting_id || ':') + 1)`.execute(
        tx,
      )
      const words = wordsOf(rows.flatMap(({ text }) => text ?? []))
      if (words.length > 0)
        await sql`insert into search_word select unnest(${words}::text[]) on conflict do nothing`.execute(tx)
      if (rows.some(({ rowId }) => rowId === ''))
        await sql`
          insert into search_fill as sweep (name, done, total) values (${SWEEP}, 1, 1)
          on conflict (name) do update set total = sweep.total + 1, finished_at = null,
            done = case when sweep.finished_at is null then sweep.done else sweep.total + 1 end,
            after_id = case when sweep.finished_at is null then sweep.after_id else '' end`.execute(tx)
      return rows.length
    })
  }

  /**
   * Where text was deleted or changed: takes out the next words that no text has any more. False when all were looked at
   * since the last change. A form of a word stays while another form of it is there.
   */
  async sweepWords(limit: number): Promise<boolean> {
    return await this.db.transaction().execute(async tx => {
      const { rows } = await sql<{ after: string; isAgain: boolean }>`
        select after_id as after, total > done as "isAgain" from search_fill
        where name = ${SWEEP} and finished_at is null for update skip locked`.execute(tx)
      const [sweep] = rows
      if (!sweep) return false
      const next = await tx
        .selectFrom('search_word')
        .select('word')
        .where('word', '>', sweep.after)
        .orderBy('word')
        .limit(limit)
        .execute()
      const words = next.map(({ word }) => word)
      const state = tx.updateTable('search_fill').where('name', '=', SWEEP)
      if (words.length === 0) {
        await (sweep.isAgain
          ? state.set({ after_id: '', done: sql<number>`total` })
          : state.set({ finished_at: new Date() })
        ).execute()
        return sweep.isAgain
      }
      await sql`
        with config as (
          select config::regconfig as config from search_language union select 'pg_catalog.simple'::regconfig
        ), asked as (
          select word, (select string_agg(distinct plainto_tsquery(config, search_fold(word))::text, ' | ') from config
            where numnode(plainto_tsquery(config, search_fold(word))) > 0)::tsquery as query
          from unnest(${words}::text[]) as word
        )
        delete from search_word using asked
        where asked.word = search_word.word and (select count(*) from search_row where vector @@ query) = 0`.execute(
        tx,
      )
      await state.set({ after_id: words.at(-1)! }).execute()
      return true
    })
  }

  /** Nothing where all is read. */
  async unfinished(): Promise<FillProgress | undefined> {
    const { rows } = await sql<{ done: string | null; total: string | null }>`
      select sum(done) as done, sum(greatest(done, total)) as total from search_fill
      where name <> ${SWEEP}
        and exists (select from search_fill where finished_at is null and name <> ${SWEEP})`.execute(this.db)
    const { done, total } = rows[0]!
    return done === null ? undefined : { done: Number(done), total: Number(total) }
  }

  /** From the first line on, by what the database has now. What is there is found until it is read again. */
  async restart(): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await sql`select search_configure()`.execute(tx)
      await sql`delete from search_word`.execute(tx)
      await sql`do $do$ begin
        if exists (select from pg_extension where extname = 'pg_trgm') then
          create index if not exists search_word_trigrams on search_word using gin (word gin_trgm_ops);
        end if;
      end $do$`.execute(tx)
      await sql`
        insert into search_fill (name, total)
          select 'lines', greatest(reltuples, 0)::bigint from pg_class where oid = 'utterance'::regclass
          union all select 'titles', greatest(reltuples, 0)::bigint from pg_class where oid = 'meeting'::regclass
        on conflict (name) do update set after_id = '', done = 0, total = excluded.total, finished_at = null`.execute(
        tx,
      )
    })
  }

  /**
   * The next ones, as they are now: who changes one of them waits for this, or this for that. `undefined` where another
   * process is at it, `false` when all are read.
   */
  async fill(limit: number): Promise<boolean | undefined> {
    return await this.db.transaction().execute(async tx => {
      const { rows } = await sql<{
        free: boolean
      }>`select pg_try_advisory_xact_lock(${FILL_LOCK}) as free`.execute(tx)
      if (!rows[0]!.free) return undefined
      const open = await tx
        .selectFrom('search_fill')
        .select(['name', 'after_id'])
        .where('finished_at', 'is', null)
        .execute()
      const name = SOURCES.find(source => open.some(one => one.name === source))
      if (!name) return false
      const { after_id } = open.find(one => one.name === name)!
      const { last, count } = await (name === 'lines' ? readLines : readTitles)(tx, after_id, limit)
      await tx
        .updateTable('search_fill')
        .set({
          ...(last === null ? { finished_at: new Date() } : { after_id: last }),
          done: sql<number>`done + ${count}`,
        })
        .where('name', '=', name satisfies Source)
        .execute()
      return true
    })
  }
}

interface Batch {
  last: string | null
  count: number
}

async function readLines(tx: Kysely<DB>, afterId: string, limit: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with line as materialized (
      select id, meeting_id, start_ms, search_language_of(language_code) as language, speaker_ids, text
      from utterance where id > ${afterId} order by id limit ${limit} for share
    ), written as (
      insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select id, 'line', meeting_id, start_ms, language, array(select jsonb_array_elements_text(speaker_ids)),
          search_vector(language, text)
        from line
      on conflict (id) do update set start_ms = excluded.start_ms, language = excluded.language,
        speakers = excluded.speakers, vector = excluded.vector
    ), pending as (
      insert into search_pending (row_id) select id from line
    )
    select max(id) as last, count(*)::int as count,
      search_languages(array(select distinct language from line)) as languages from line`.execute(tx)
  return rows[0]!
}

async function readTitles(tx: Kysely<DB>, afterId: string, limit: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with titled as materialized (
      select id, title, search_language_of(coalesce(language, '')) as language
      from meeting where id > ${afterId} order by id limit ${limit} for share
    )
    select max(id) as last, count(*)::int as count,
      count(search_put('title:' || id, 'title', id, 0, language, title)) as titles,
      (select count(search_put('highlight:' || meeting_id || ':' || highlight.id, 'highlight', meeting_id, start_ms,
        language, highlight.text)) from highlight join titled on titled.id = meeting_id) as highlights
    from titled`.execute(tx)
  return rows[0]!
}
