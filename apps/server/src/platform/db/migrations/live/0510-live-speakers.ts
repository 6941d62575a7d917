import type { Migration } from '../migration'

/**
 * Whose sound a stream is: the number of the first stream of the same person, who may have loaded the page again or set
 * another csi since. Null, as the release before writes it, is the stream's own number.
 */
export const liveSpeakers: Migration = {
  id: '0510-live-speakers',
  compatible: true,
  sql: `alter table live_stream add column speaker integer;`,
}
