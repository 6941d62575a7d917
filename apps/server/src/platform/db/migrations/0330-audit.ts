import type { Migration } from './migration'

/**
 * The audit log. An entry is inserted by the transaction of what it tells of, sealed and without a number; a moment
 * later it is linked into the hash chain of its day and node. Chains are numbered too. Names of people lie apart.
 */
export const audit: Migration = {
  id: '0330-audit',
  compatible: true,
  sql: `
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      chain text not null,
      number integer,
      hash bytea,
      actor text not null,
      action text not null,
      target text not null,
      result text not null,
      fields jsonb not null,
      people jsonb not null,
      once text,
      seal text not null
    );
    create unique index audit_entry_number on audit_entry (chain, number);
    create index audit_entry_waiting on audit_entry (chain, id) where number is null;
    create unique index audit_entry_seal on audit_entry (seal);
    create unique index audit_entry_once on audit_entry (once) where once is not null;
    create index audit_entry_time on audit_entry (at, id);
    create index audit_entry_actor on audit_entry (actor, at, id);
    create index audit_entry_action on audit_entry (action, at, id);
    create index audit_entry_target on audit_entry (target, at, id);
    create index audit_entry_result on audit_entry (at, id) where result <> 'done';
    create table audit_person (
      entry bigint not null,
      field text not null,
      salt bytea not null,
      value text not null,
      primary key (entry, field)
    );
    create index audit_person_value on audit_person (value, field);
    create table audit_chain (
      chain text primary key,
      serial integer not null unique,
      opened_at timestamptz not null,
      opening bytea not null,
      number integer not null,
      hash bytea not null,
      seal text not null,
      removed_at timestamptz,
      reason text,
      stone text
    );
  `,
}
