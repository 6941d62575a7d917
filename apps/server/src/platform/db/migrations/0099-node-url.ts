import type { Migration } from './migration'

/** Where the rooms of a node are reached, so that another node can lead a call there. Null: it has no sockets. */
export const nodeUrl: Migration = {
  id: '0099-node-url',
  compatible: true,
  sql: 'alter table node add column url text;',
}
