import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import type { Storage } from '../../platform/storage/storage'

/** Every row of every table, as text, of the moment that was exported or of now. */
export async function everyRow(databaseUrl: string, exported?: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    if (exported) await client.query(`set transaction snapshot '${exported}'`)
    await client.query("set local timezone = 'UTC'")
    const tables = await client.query<{ name: string }>(
      // Words for typing errors follow what was written by a second, and what is counted of them; passages follow too.
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('search_pending', 'search_word', 'search_fill', 'search_meaning', 'search_passage') order by 1`,
    )
    const rows = new Map<string, string[]>()
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" as t order by 1`,
      )
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      )
    }
    return rows
  } finally {
    await client.end()
  }
}

/** Every object with its bytes. */
export async function everyObject(storage: Storage): Promise<Map<string, string>> {
  const objects = new Map<string, string>()
  for await (const { key } of storage.list(''))
    objects.set(key, (await buffer(await storage.get(key))).toString('base64'))
  return objects
}
