import type { Migration } from './migration'

/** Japanese, Korean and Chinese: what is written without blanks, or inflected within a word. */
const CJK = String.raw`\u1100-\u11ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff`
/** Punctuation and pictures: in a database of the locale C the parser takes all beyond ASCII for letters. */
const NO_WORD = String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u3030\u303d\u30fb\ufe00-\ufe0f\ufffd\U0001F000-\U0001FBFF`

/**
 * What search reads: a row a line, a title and a highlight, written by triggers in the transaction that writes the
 * text, by any release. What was there before is filled in in the background (`search_fill`). The text is
 * not kept again. Words for typing errors follow within a second: `search_pending` says of which rows.
 */
export const search: Migration = {
  id: '0410-search',
  compatible: true,
  sql: String.raw`
    -- Where this account may not, search goes without: the server says so at its start.
    do $do$ begin create extension if not exists unaccent; exception when others then null; end $do$;
    do $do$ begin create extension if not exists pg_trgm; exception when others then null; end $do$;

    create table search_row (
      id text primary key,
      kind text not null check (kind in ('line', 'title', 'highlight')),
      meeting_id text not null,
      start_ms bigint not null,
      language text not null,
      speakers text[] not null,
      vector tsvector not null
    );
    create index search_row_vector on search_row using gin (vector) with (gin_pending_list_limit = 512);
    create table search_pending (
      number bigint generated always as identity primary key,
      row_id text not null
    );
    create table search_language (config text primary key);
    create table search_word (word text primary key);
    create table search_fill (
      name text primary key,
      after_id text not null default '',
      done bigint not null default 0,
      total bigint not null,
      finished_at timestamptz
    );

    -- Made by what this database has; made again by a reindex.
    create function search_configure() returns void language plpgsql as $configure$
    declare
      unaccented text := (select extnamespace::regnamespace::text from pg_extension where extname = 'unaccent');
      plain text;
      letters text := case when current_setting('server_encoding') = 'UTF8'
        and exists (select from pg_collation where collname = 'pg_c_utf8') then ' collate "pg_c_utf8"' else '' end;
      configs text;
    begin
      plain := case when unaccented is null
        then $plain$normalize(regexp_replace(normalize(content, NFKD), '[\u0300-\u036f]', '', 'g'), NFC)$plain$
        else format('%s.unaccent(%L::regdictionary, normalize(content, NFKC))', unaccented, unaccented || '.unaccent') end;
      execute format($fold$
        create or replace function search_fold(content text) returns text language sql stable parallel safe as $body$
          select regexp_replace(lower((%s)%s), '[${NO_WORD}]+', ' ', 'g')
        $body$ $fold$, plain, letters);
      select string_agg(format('when %L then %L::regconfig', code, 'pg_catalog.' || name), ' ') into configs
      from (values ('ar', 'arabic'), ('hy', 'armenian'), ('eu', 'basque'), ('ca', 'catalan'), ('da', 'danish'),
        ('nl', 'dutch'), ('en', 'english'), ('et', 'estonian'), ('fi', 'finnish'), ('fr', 'french'), ('de', 'german'),
        ('el', 'greek'), ('hi', 'hindi'), ('hu', 'hungarian'), ('id', 'indonesian'), ('ga', 'irish'), ('it', 'italian'),
        ('lt', 'lithuanian'), ('ne', 'nepali'), ('no', 'norwegian'), ('nb', 'norwegian'), ('nn', 'norwegian'),
        ('pl', 'polish'), ('pt', 'portuguese'), ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'),
        ('es', 'spanish'), ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'), ('yi', 'yiddish')) as known (code, name)
      where exists (select from pg_ts_config
        where cfgname = known.name and cfgnamespace = 'pg_catalog'::regnamespace);
      execute format($config$
        create or replace function search_config(language text) returns regconfig language sql stable parallel safe as $body$
          select case language %s else 'pg_catalog.simple'::regconfig end
        $body$ $config$, configs);
    end $configure$;
    select search_configure();

    create function search_language_of(code text) returns text language sql immutable parallel safe as $body$
      select lower(split_part(code, '-', 1))
    $body$;

    -- Each character with the one after it, in their order, and the last of a run alone.
    create function search_bigrams(folded text) returns tsvector language sql immutable parallel safe as $body$
      select coalesce(string_agg(format('''%s'':%s', gram, least(place, 16383)), ' '), '')::tsvector from (
        select substr(run[1], at, 2) as gram, row_number() over (order by number, at) + number as place
        from regexp_matches(folded, '([${CJK}]+)', 'g') with ordinality as found (run, number),
          generate_series(1, length(run[1])) as at
      ) as piece
    $body$;

    create function search_vector(language text, content text) returns tsvector language plpgsql stable parallel safe as $body$
    declare
      folded text := search_fold(left(content, 100000));
    begin
      if folded !~ '[${CJK}]' then return to_tsvector(search_config(language), folded); end if;
      return to_tsvector(search_config(language), regexp_replace(folded, '[${CJK}]+', ' ', 'g'))
        || search_bigrams(folded);
    end $body$;

    -- By whose rules a question has to be read.
    create function search_languages(languages text[]) returns void language sql as $body$
      insert into search_language
        select distinct search_config(language)::text from unnest(languages) as language
        except select config from search_language
        order by 1
        on conflict do nothing
    $body$;

    -- Lines. Rows of an insert that was made twice are not among the new ones.
    create function search_lines_inserted() returns trigger language plpgsql as $body$
    begin
      insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select id, 'line', meeting_id, start_ms, search_language_of(language_code),
          array(select jsonb_array_elements_text(speaker_ids)), search_vector(search_language_of(language_code), text)
        from new_line
        on conflict (id) do update set meeting_id = excluded.meeting_id, start_ms = excluded.start_ms,
          language = excluded.language, speakers = excluded.speakers, vector = excluded.vector;
      perform search_languages(array(select distinct search_language_of(language_code) from new_line));
      insert into search_pending (row_id) select id from new_line;
      return null;
    end $body$;
    create function search_lines_updated() returns trigger language plpgsql as $body$
    begin
      insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select id, 'line', meeting_id, new_line.start_ms, search_language_of(new_line.language_code),
          array(select jsonb_array_elements_text(new_line.speaker_ids)),
          search_vector(search_language_of(new_line.language_code), new_line.text)
        from new_line join old_line using (id, meeting_id)
        where (new_line.text, new_line.start_ms, new_line.language_code, new_line.speaker_ids)
          is distinct from (old_line.text, old_line.start_ms, old_line.language_code, old_line.speaker_ids)
        on conflict (id) do update set start_ms = excluded.start_ms, language = excluded.language,
          speakers = excluded.speakers, vector = excluded.vector;
      perform search_languages(array(select distinct search_language_of(language_code) from new_line));
      insert into search_pending (row_id)
        select id from new_line join old_line using (id) where new_line.text <> old_line.text;
      return null;
    end $body$;
    create function search_lines_deleted() returns trigger language plpgsql as $body$
    begin
      delete from search_row using old_line where search_row.id = old_line.id;
      return null;
    end $body$;
    create trigger search_inserted after insert on utterance referencing new table as new_line
      for each statement execute function search_lines_inserted();
    create trigger search_updated after update on utterance referencing new table as new_line old table as old_line
      for each statement execute function search_lines_updated();
    create trigger search_deleted after delete on utterance referencing old table as old_line
      for each statement execute function search_lines_deleted();

    -- Titles and highlights: their ids are no line's.
    create function search_put(id text, kind text, meeting_id text, start_ms bigint, language text, content text)
      returns void language sql as $body$
      select search_languages(array[language]);
      with put as (
        insert into search_row values (id, kind, meeting_id, start_ms, language, '{}', search_vector(language, content))
        on conflict (id) do update set start_ms = excluded.start_ms, language = excluded.language, vector = excluded.vector
        returning search_row.id
      )
      insert into search_pending (row_id) select put.id from put
    $body$;
    create function search_title_written() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'DELETE' then delete from search_row where id = 'title:' || old.id;
      else perform search_put('title:' || new.id, 'title', new.id, 0,
        search_language_of(coalesce(new.language, '')), new.title);
      end if;
      return null;
    end $body$;
    create trigger search_written after insert or delete on meeting
      for each row execute function search_title_written();
    create trigger search_renamed after update on meeting for each row
      when (old.title is distinct from new.title or old.language is distinct from new.language)
      execute function search_title_written();
    create function search_highlight_written() returns trigger language plpgsql as $body$
    begin
      if tg_op <> 'INSERT' then delete from search_row where id = 'highlight:' || old.meeting_id || ':' || old.id; end if;
      if tg_op <> 'DELETE' then
        perform search_put('highlight:' || new.meeting_id || ':' || new.id, 'highlight', new.meeting_id, new.start_ms,
          (select search_language_of(coalesce(language, '')) from meeting where meeting.id = new.meeting_id), new.text);
      end if;
      return null;
    end $body$;
    create trigger search_written after insert or update or delete on highlight
      for each row execute function search_highlight_written();

    select search_put('title:' || id, 'title', id, 0, search_language_of(coalesce(language, '')), title) from meeting;
    select search_put('highlight:' || meeting_id || ':' || highlight.id, 'highlight', meeting_id, start_ms,
      search_language_of(coalesce(meeting.language, '')), highlight.text)
      from highlight join meeting on meeting.id = meeting_id;
    insert into search_fill (name, total, finished_at)
      select 'lines', case when exists (select from utterance)
        then greatest((select reltuples from pg_class where oid = 'utterance'::regclass), 1)::bigint else 0 end,
        case when not exists (select from utterance) then now() end;

    do $do$ begin
      if exists (select from pg_extension where extname = 'pg_trgm') then
        create index search_word_trigrams on search_word using gin (word gin_trgm_ops);
      end if;
    end $do$;
  `,
}
