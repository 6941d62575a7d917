import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/log/log'
import type { EventRecorder } from '../events'

export interface SignOnOptions {
  config: Config
  database: Database
  secret: string
  log: Log
  recorder: Pick<EventRecorder, 'log'>
  /** Off where a test brings its own users: making an account takes a third of a second. */
  makesFirstAccount?: boolean
}
