import type { Config } from '../platform/config/config'
import { type DatabaseFacts, databaseFacts } from '../platform/db/database-facts'
import { readClusterFile } from '../platform/db/embedded/cluster-file'
import { attachEmbedded } from '../platform/db/embedded/embedded-postgres'
import { type Finding, reasonOf, seconds } from './finding'

const OLDEST_POSTGRES = 13
const CLOCK_MS = 2_000
const BUSY_SHARE = 0.8

/** The embedded database is attached to where it runs, and never started. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  const check = 'database'
  if (!databaseUrl && !readClusterFile(dataDir))
    return [{ check, found: 'is embedded, and not there yet: the first start makes it' }]
  const url = databaseDirectUrl ?? databaseUrl ?? (await attachEmbedded(dataDir)).url
  let facts: DatabaseFacts
  try {
    facts = await databaseFacts(url)
  } catch (error) {
    const isStopped = !databaseUrl && /ECONNREFUSED/.test(reasonOf(error))
    if (isStopped)
      return [{ check, found: 'is embedded, and does not run, as Livetap does not: it starts with it' }]
    const todo = databaseUrl
      ? 'see DATABASE_URL, whether the server runs, and what lies between: docs/OPERATIONS.md, "The database is away"'
      : `see the last lines of '${dataDir}/postgres.log'`
    return [{ check, found: `does not answer: ${reasonOf(error)}`, todo }]
  }
  if (databaseUrl && databaseDirectUrl) await databaseFacts(databaseUrl)
  return judge(facts)
}

function judge({ version, server, connections, missing, foreign, clockOffsetMs }: DatabaseFacts): Finding[] {
  const { used, max } = connections
  return [
    {
      check: 'database',
      found: `PostgreSQL ${server} answers; Livetap needs no extension of it`,
      todo: version < OLDEST_POSTGRES ? `upgrade PostgreSQL to ${OLDEST_POSTGRES} or later` : undefined,
    },
    {
      check: 'connections',
      found: `${used} of ${max} in use`,
      todo: used > max * BUSY_SHARE ? 'raise max_connections, or put a pooler in between' : undefined,
    },
    foreign.length > 0
      ? {
          check: 'schema',
          found: `of a newer release (${foreign.join(', ')})`,
          todo: 'start that release: this one refuses to run beside it',
        }
      : {
          check: 'schema',
          found:
            missing.length === 0 ? 'of this release' : `the next start applies ${missing.length} migrations`,
        },
    {
      check: 'clock',
      found: `${seconds(Math.abs(clockOffsetMs))} ${clockOffsetMs < 0 ? 'behind' : 'ahead of'} the database's`,
      todo:
        Math.abs(clockOffsetMs) > CLOCK_MS
          ? 'set both by NTP (timedatectl set-ntp true): sign-on refuses tokens of another time'
          : undefined,
    },
  ]
}
