import type { Migration } from '../migration'

export const signOn: Migration = {
  id: '0002-sign-on',
  compatible: true,
  sql: `
    create table account (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      user_name text not null,
      password_hash text not null,
      disabled_at timestamptz,
      created_at timestamptz not null default now()
    );

    create table sign_on_session (
      id text primary key,
      account_id uuid not null references account (id) on delete cascade,
      browser_session text not null,
      started_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text
    );
    create index sign_on_session_live_account on sign_on_session (account_id) where ended_at is null;
    create index sign_on_session_live_browser on sign_on_session (browser_session) where ended_at is null;
    create index sign_on_session_expires_at on sign_on_session (expires_at);

    create table oidc_payload (
      model text not null,
      id_hash text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      user_code text,
      account_id text,
      expires_at timestamptz,
      consumed_at timestamptz,
      primary key (model, id_hash)
    );
    create index oidc_payload_grant_id on oidc_payload (grant_id) where grant_id is not null;
    create index oidc_payload_uid on oidc_payload (uid) where uid is not null;
    create index oidc_payload_user_code on oidc_payload (user_code) where user_code is not null;
    create index oidc_payload_account_id on oidc_payload (account_id) where account_id is not null;
    create index oidc_payload_expires_at on oidc_payload (expires_at);

    create table sign_in_attempt (
      key text primary key,
      attempts integer not null,
      window_ends_at timestamptz not null
    );
    create index sign_in_attempt_window_ends_at on sign_in_attempt (window_ends_at);

    create table sign_on_key (
      name text primary key,
      sealed text not null,
      created_at timestamptz not null default now()
    );
  `,
}
