import type { Migration } from './migration'

/**
 * Each event of a meeting's ledger has a gapless number and the hash of itself and the one before; the head is kept
 * apart, sealed with the secret. Names of people lie in a table of their own, so that they can be erased. Rows of
 * before are numbered by the server, which alone has the secret: until then their number is null.
 */
export const ledgerChain: Migration = {
  id: '0061-ledger-chain',
  compatible: false,
  sql: `
    alter table ledger_event
      add column number integer,
      add column hash bytea,
      add column people jsonb not null default '{}';
    create unique index ledger_event_number on ledger_event (meeting, number);
    create index ledger_event_unchained on ledger_event (meeting) where number is null;
    create table ledger_head (
      meeting text primary key,
      number integer not null,
      hash bytea not null,
      seal text not null
    );
    create table ledger_person (
      meeting text not null,
      number integer not null,
      field text not null,
      salt bytea not null,
      value text not null,
      primary key (meeting, number, field)
    );
    create index ledger_person_value on ledger_person (value);
    create table ledger_tombstone (
      meeting text primary key,
      number integer not null,
      hash bytea not null,
      removed_at timestamptz not null,
      reason text not null,
      seal text not null
    );
  `,
}
