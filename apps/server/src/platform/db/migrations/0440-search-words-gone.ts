import type { Migration } from './migration'

/**
 * Words of text that is no more are taken from `search_word` in the background: an entry of `search_pending` without a row
 * says that there may be some. The release before takes such an entry and does nothing.
 */
export const searchWordsGone: Migration = {
  id: '0440-search-words-gone',
  compatible: true,
  sql: `
    create function search_rows_gone() returns trigger language plpgsql as $body$
    begin
      if exists (select from gone) then insert into search_pending (row_id) values (''); end if;
      return null;
    end $body$;
    create trigger search_deleted after delete on search_row referencing old table as gone
      for each statement execute function search_rows_gone();
    create trigger search_updated after update on search_row referencing old table as gone
      for each statement execute function search_rows_gone();
  `,
}
