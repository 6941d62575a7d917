import type { Migration } from './migration'

/**
 * Voices that hosts have named, for hosts who want them kept: without a row of `voice_memory` there is no print, and
 * what came from a meeting goes with it.
 */
export const knownVoices: Migration = {
  id: '0112-known-voices',
  compatible: true,
  sql: `
    create table voice_memory (
      user_id text primary key,
      since timestamptz not null default now()
    );

    create table voice_print (
      id uuid primary key default gen_random_uuid(),
      user_id text not null references voice_memory (user_id) on delete cascade,
      meeting_id text not null references meeting (id) on delete cascade,
      speaker_id text not null,
      name text not null,
      named_at timestamptz not null default now(),
      print bytea,
      version integer,
      attempts integer not null default 0,
      unique (meeting_id, speaker_id)
    );
    create index voice_print_user on voice_print (user_id, name);

    create table voice_proposal (
      meeting_id text not null references meeting (id) on delete cascade,
      speaker_id text not null,
      print_id uuid not null references voice_print (id) on delete cascade,
      dismissed_at timestamptz,
      primary key (meeting_id, speaker_id)
    );
    create index voice_proposal_print on voice_proposal (print_id);
  `,
}
