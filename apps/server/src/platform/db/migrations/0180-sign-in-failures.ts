import type { Migration } from './migration'

/** Attempts that failed, apart from those whose password is being checked. */
export const signInFailures: Migration = {
  id: '0180-sign-in-failures',
  compatible: false,
  sql: `
    alter table sign_in_attempt add column failures integer not null default 0;
    update sign_in_attempt set failures = attempts;
  `,
}
