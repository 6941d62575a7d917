import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/log/log'

export interface SignOnOptions {
  config: Config
  database: Database
  secret: string
  log: Log
  /** Where browsers reach the server; asked once it listens. */
  origins: () => string[]
}
