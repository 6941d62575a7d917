import type { Migration } from './migration'

/**
 * One-time links by which accounts get their passwords, and where a session is. Sessions that nodes of the release before
 * begin are of no known device; to those nodes an invited account is one whose password no one knows.
 */
export const accountLinks: Migration = {
  id: '0340-account-links',
  compatible: true,
  sql: `
    create table account_link (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account (id) on delete cascade,
      kind text not null check (kind in ('invitation', 'reset')),
      token_hash text not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index account_link_account on account_link (account_id);
    create index account_link_expires_at on account_link (expires_at);

    alter table sign_on_session add column address text;
    alter table sign_on_session add column user_agent text;
    alter table sign_on_session add column last_seen_at timestamptz;
    create index sign_on_session_account on sign_on_session (account_id, started_at desc);
  `,
}
