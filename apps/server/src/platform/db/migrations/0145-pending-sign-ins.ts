import type { Migration } from './migration'

/** Which address a pending sign-in was begun from, and in which order they were: clocks may be set back. */
export const pendingSignIns: Migration = {
  id: '0145-pending-sign-ins',
  compatible: true,
  sql: `
    alter table oidc_payload add column address text;
    alter table oidc_payload add column number bigint generated always as identity;
    create index oidc_payload_pending on oidc_payload (number desc) where model = 'Interaction';
    create index oidc_payload_pending_address on oidc_payload (address, number desc) where model = 'Interaction';
  `,
}
