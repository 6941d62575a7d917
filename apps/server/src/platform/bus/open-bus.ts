import type { Config } from '../config/config'
import type { Database } from '../db/database'
import type { Log } from '../log/log'
import { Bus } from './bus'
import type { BusTransport } from './bus-transport'
import { PostgresTransport } from './postgres-transport'

export interface BusParts {
  config: Pick<Config, 'redisUrl'>
  database: Pick<Database, 'listen' | 'notify'>
  pod: string
  log: Log
}

/** Not started: a command only speaks. */
export async function openBus({ config, database, pod, log }: BusParts): Promise<Bus> {
  const transport = config.redisUrl
    ? await redisTransport(config.redisUrl, log)
    : new PostgresTransport(database)
  return new Bus({ pod, transport, log })
}

/** The client is loaded where it is asked for: it is a fifth of the server's code. */
async function redisTransport(url: string, log: Log): Promise<BusTransport> {
  const { RedisTransport } = await import('./redis-transport')
  return new RedisTransport(url, log)
}
