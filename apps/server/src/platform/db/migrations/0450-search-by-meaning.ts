import type { Migration } from './migration'

/**
 * Passages of finished meetings with their embeddings. They are made in the background, and triggers delete what is made
 * of a line in the transaction that changes the line, by any release: `search_meaning` says which meetings wait.
 */
export const searchByMeaning: Migration = {
  id: '0450-search-by-meaning',
  compatible: true,
  sql: `
    create table search_meaning (
      meeting_id text primary key,
      version bigint not null default 1,
      changed_at timestamptz not null default now(),
      made_version bigint,
      space text,
      claimed_until timestamptz
    );
    create index search_meaning_waiting on search_meaning (changed_at) where made_version is distinct from version;
    create table search_passage (
      id bigint generated always as identity primary key,
      meeting_id text not null,
      space text not null,
      line_ids text[] not null,
      from_character integer not null,
      to_character integer not null,
      vector bytea not null
    );
    alter table search_passage alter column vector set storage external;
    create index search_passage_meeting on search_passage (meeting_id, space, id);

    -- As search_row: a table of what is restored has no foreign key to one that is.
    -- The row of search_meaning first: what makes passages holds it while it writes, and what it has written by then is deleted.
    create function search_meaning_changed(meetings text[]) returns void language sql as $body$
      insert into search_meaning as kept (meeting_id) select unnest(meetings) order by 1
      on conflict (meeting_id) do update set version = kept.version + 1, changed_at = clock_timestamp()
    $body$;
    create function search_meaning_inserted() returns trigger language plpgsql as $body$
    begin
      perform search_meaning_changed(array(select distinct meeting_id from new_line));
      return null;
    end $body$;
    create function search_meaning_updated() returns trigger language plpgsql as $body$
    declare
      changed text[] := array(
        select id from new_line join old_line using (id)
        where (new_line.text, new_line.start_ms, new_line.language_code, new_line.speaker_ids, new_line.meeting_id)
          is distinct from (old_line.text, old_line.start_ms, old_line.language_code, old_line.speaker_ids, old_line.meeting_id));
      meetings text[];
    begin
      if cardinality(changed) = 0 then return null; end if;
      meetings := array(select distinct meeting_id from old_line where id = any(changed)
        union select meeting_id from new_line where id = any(changed));
      perform search_meaning_changed(meetings);
      delete from search_passage where meeting_id = any(meetings) and line_ids && changed;
      return null;
    end $body$;
    create function search_meaning_deleted() returns trigger language plpgsql as $body$
    declare
      meetings text[] := array(select distinct meeting_id from old_line);
      deleted text[] := array(select id from old_line);
    begin
      perform search_meaning_changed(array(select id from meeting where id = any(meetings)));
      delete from search_passage where meeting_id = any(meetings) and line_ids && deleted;
      return null;
    end $body$;
    create function search_meaning_of_deleted() returns trigger language plpgsql as $body$
    begin
      delete from search_meaning where meeting_id = old.id;
      delete from search_passage where meeting_id = old.id;
      return null;
    end $body$;
    create trigger search_meaning_of_deleted after delete on meeting
      for each row execute function search_meaning_of_deleted();
    create trigger search_meaning_inserted after insert on utterance referencing new table as new_line
      for each statement execute function search_meaning_inserted();
    create trigger search_meaning_updated after update on utterance
      referencing new table as new_line old table as old_line
      for each statement execute function search_meaning_updated();
    create trigger search_meaning_deleted after delete on utterance referencing old table as old_line
      for each statement execute function search_meaning_deleted();

    insert into search_meaning (meeting_id) select id from meeting;
  `,
}
