import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupError } from '../backup-error'
import { StreamContent } from '../content-source'
import { tryLock } from '../database-session'
import type { SequenceEntry, TableEntry } from '../target/manifest'
import { within } from '../within'
import type { PartWriter } from './part-writer'
import type { SharedPart } from './shared-part'

const { escapeIdentifier } = pg

/** Any constants of our own. */
const ONE_BACKUP_LOCK = 7_405_330
const TRIES = 3
const TABLE_GONE = '42P01'

/** What a backup reads is one moment of the database: a transaction that sees what was committed before it. */
export class DatabaseSnapshot {
  private constructor(
    private readonly client: pg.Client,
    readonly tables: readonly Omit<TableEntry, 'rows' | 'bytes' | 'pieces'>[],
  ) {}

  /** `held` is taken before the moment: what is deleted from then on stays until the connection ends. */
  static async begin(client: pg.Client, holdLock: number): Promise<DatabaseSnapshot> {
    await client.query(
      "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3; set bytea_output = 'hex'",
    )
    if (!(await tryLock(client, ONE_BACKUP_LOCK)))
      throw new BackupError('busy', 'another backup of this installation is running')
    await client.query('select pg_advisory_lock($1)', [holdLock])
    for (let attempt = 1; ; attempt++) {
      await client.query('begin isolation level repeatable read read only')
      try {
        return new DatabaseSnapshot(client, await lockTables(client))
      } catch (error) {
        await client.query('rollback')
        // A day of the log was dropped just now.
        if ((error as { code?: string }).code !== TABLE_GONE || attempt === TRIES) throw error
      }
    }
  }

  /** Of small answers. */
  async rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return (await within(this.client.query<Row>(sql), 'the database')).rows
  }

  async copyTable(
    table: Omit<TableEntry, 'rows' | 'bytes' | 'pieces'>,
    parts: PartWriter,
    shared: SharedPart,
  ): Promise<TableEntry> {
    const columns = table.columns.map(escapeIdentifier).join(', ')
    const copying = this.client.query(
      copyTo(`copy ${escapeIdentifier(table.name)} (${columns}) to stdout`, { highWaterMark: 1024 * 1024 }),
    )
    const stored = await parts.storeContent(new StreamContent(copying, `the table ${table.name}`), shared)
    return { ...table, rows: copying.rowCount, ...stored }
  }

  async sequences(): Promise<SequenceEntry[]> {
    return await this.rows<{ name: string; last: string | null }>(
      'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() order by 1',
    )
  }

  async exported(): Promise<string> {
    const [row] = await this.rows<{ id: string }>('select pg_export_snapshot() as id')
    return row!.id
  }

  /** The moment is over: the database may forget what it kept for it. What is deleted is held on. */
  async end(): Promise<void> {
    await this.client.query('commit')
  }
}

/** A table that is read cannot be dropped meanwhile. */
async function lockTables(client: pg.Client) {
  const { rows } = await client.query<{
    name: string
    parent: string | null
    bound: string | null
    columns: string[]
  }>(TABLES)
  const names = rows.map(({ name }) => escapeIdentifier(name)).join(', ')
  if (names) await client.query(`lock table ${names} in access share mode`)
  return rows.map(({ name, parent, bound, columns }) => ({
    name,
    columns,
    ...(parent && bound && { partition: { of: parent, bound } }),
  }))
}

/** Those with rows of their own. A generated column is made again, and so is what search reads: by the rows that are put back. */
const TABLES = `
  select class.relname as name, parent.relname as parent, pg_get_expr(class.relpartbound, class.oid) as bound,
    (select coalesce(array_agg(attname::text order by attnum), '{}') from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class as class
  left join pg_inherits on pg_inherits.inhrelid = class.oid
  left join pg_class as parent on parent.oid = pg_inherits.inhparent
  where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
    and class.relname <> 'deferred_deletion' and class.relname !~ '^search_(row|pending|language|word|meaning|passage)$'
    and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
  order by class.relname`
