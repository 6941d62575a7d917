import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** A process not heard of for this long is taken for dead: others take over what it had. */
export const NODE_SILENT_MS = 10_000
const POLL_MS = 500

interface RunningNode {
  pod: string
  version: string
}

/** The processes that run on the database. Asked before its tables are those of this release. */
async function runningNodes(client: pg.ClientBase, silentMs: number): Promise<RunningNode[]> {
  const { rows } = await client.query<{ known: boolean }>("select to_regclass('node') is not null as known")
  if (!rows[0]?.known) return []
  const nodes = await client.query<RunningNode>(
    `select pod, coalesce(to_jsonb(node) ->> 'version', '') as version from node
     where heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond' order by pod`,
    [silentMs],
  )
  return nodes.rows
}

/** One that was killed just now counts until it has been silent for long enough. Answers those that go on running. */
export async function untilNoneRuns(client: pg.ClientBase, silentMs: number): Promise<RunningNode[]> {
  const deadline = performance.now() + silentMs + POLL_MS
  for (;;) {
    const nodes = await runningNodes(client, silentMs)
    if (nodes.length === 0 || performance.now() > deadline) return nodes
    await wait(Math.min(POLL_MS, silentMs))
  }
}
