import type { Migration } from './migration'

/**
 * Roles, teams, owners, shares and keys. An account of today is an operator, who may do all that it could; the oldest
 * that is not disabled becomes the admin. What the release before writes is right without the rest: a meeting without an
 * owner is its host's. The release before asks none of it: rights hold once its last node has stopped.
 */
export const access: Migration = {
  id: '0310-access',
  compatible: true,
  sql: `
    alter table account add column role text not null default 'operator'
      check (role in ('admin', 'operator', 'trainer', 'host', 'viewer'));
    update account set role = 'admin' where id = (
      select id from account order by disabled_at is not null, created_at, id limit 1);

    create table team (
      id uuid primary key default gen_random_uuid(),
      name text not null unique check (name <> ''),
      created_at timestamptz not null default now()
    );
    create table team_member (
      team_id uuid not null references team (id) on delete cascade,
      user_id text not null,
      primary key (user_id, team_id)
    );
    create index team_member_team on team_member (team_id);

    alter table meeting add column owner_user_id text;
    alter table meeting add column owner_email text;
    alter table meeting add column team_id uuid references team (id) on delete set null;
    alter table meeting add column restricted boolean not null default false;
    create index meeting_owner on meeting (owner_user_id) where owner_user_id is not null;
    create index meeting_owner_email on meeting (owner_email) where owner_email is not null;
    create index meeting_team on meeting (team_id) where team_id is not null;
    create index meeting_restricted on meeting (id) where restricted;
    alter table deleted_meeting add column owner_user_id text;
    alter table deleted_meeting add column restricted boolean not null default false;
    create index deleted_meeting_restricted on deleted_meeting (id) where restricted;
    create index live_stream_user on live_stream (user_id, meeting_id) where user_id is not null;

    create table meeting_share (
      id uuid primary key default gen_random_uuid(),
      meeting_id text not null references meeting (id) on delete cascade,
      user_id text,
      email text check (email = lower(email)),
      team_id uuid references team (id) on delete cascade,
      token_hash text unique,
      grants text not null check (grants in ('view', 'edit')),
      password_hash text,
      expires_at timestamptz,
      from_ms bigint,
      to_ms bigint check (to_ms > coalesce(from_ms, 0)),
      created_by text not null,
      created_at timestamptz not null default now(),
      opened_at timestamptz,
      check (num_nonnulls(email, team_id, token_hash) = 1)
    );
    create index meeting_share_meeting on meeting_share (meeting_id, created_at desc);
    create unique index meeting_share_email on meeting_share (email, meeting_id) where email is not null;
    create index meeting_share_user on meeting_share (user_id, meeting_id) where user_id is not null;
    create unique index meeting_share_team on meeting_share (team_id, meeting_id) where team_id is not null;

    create table api_key (
      id uuid primary key default gen_random_uuid(),
      user_id text not null,
      user_name text not null,
      email text not null,
      role text not null check (role in ('admin', 'operator', 'trainer', 'host', 'viewer')),
      name text not null,
      prefix text not null,
      key_hash text not null unique,
      actions text[] not null,
      team_id uuid references team (id) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create index api_key_user on api_key (user_id, created_at desc);

    create table outside_session (
      id text primary key,
      user_id text not null,
      user_name text not null,
      emails text[] not null,
      role text not null check (role in ('admin', 'operator', 'trainer', 'host', 'viewer')),
      expires_at timestamptz not null
    );
    create index outside_session_expires_at on outside_session (expires_at);

    create table access_change (
      number bigint generated always as identity primary key,
      at timestamptz not null default now(),
      subject text not null
    );
    create index access_change_at on access_change (at);
  `,
}
