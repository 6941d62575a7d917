import { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log/log'
import { LimitedQuery } from './limited-query'

export interface DatabaseLimits {
  /** Of one statement, kept by the database itself. */
  statementMs: number
  /** Of one answer, kept here: a database that is frozen or cut off keeps no limit of its own. */
  answerMs: number
  /** Of getting a connection, from the pool or anew. */
  connectMs: number
}

export const defaultDatabaseLimits: DatabaseLimits = {
  statementMs: 15_000,
  answerMs: 17_000,
  connectMs: 10_000,
}

export interface PooledAddress {
  url: string
  /** A pooler gives each transaction another session of the database: no setting of a session holds. */
  sharesSessions: boolean
}

export interface LimitedPool {
  pool: pg.Pool
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Once, however often it is asked for. */
  end(): Promise<void>
}

const INT8 = 20

/** Counts and ids stay far below 2^53, so int8 is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Connections on which nothing can wait without end. */
export function limitedPool(
  { url, sharesSessions }: PooledAddress,
  limits: DatabaseLimits,
  log: Log,
): LimitedPool {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    // A pooler refuses it: there each transaction brings its own.
    statement_timeout: sharesSessions ? false : limits.statementMs,
    query_timeout: limits.answerMs,
    application_name: 'livetap',
    types,
    Client: sharesSessions ? limitedPerTransaction(limits.statementMs) : UnblockingClient,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  })
  // An idle connection that breaks (the database restarts) must not end the process: the next query reports it.
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'))
  // Nor one that breaks in use, between two queries of a transaction: its next query fails.
  pool.on('connect', client => client.on('error', () => undefined))

  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= pool.end()
    return ended
  }
  return {
    pool,
    end,
    cut() {
      end().catch(() => undefined)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * After a query without an answer the driver goes on waiting for it, and every further query of the connection (the
 * rollback of its transaction first) waits behind it. Such a connection is broken here, so that those fail at once.
 */
class UnblockingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const result = this.send(args)
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message !== 'Query read timeout') return
        const { connection } = this as unknown as { connection: { stream: Socket } }
        connection.stream.destroy()
      })
    return result as never
  }

  protected send(args: unknown[]): unknown {
    return (super.query as (...args: unknown[]) => unknown).apply(this, args)
  }
}

const limitedPerTransaction = (statementMs: number) =>
  class extends UnblockingClient {
    protected override send(args: unknown[]): unknown {
      const query = new LimitedQuery(this, statementMs, args)
      if (query.callback) return super.send([query])
      return new Promise((resolve, reject) => {
        query.callback = (error, result) => (error ? reject(error) : resolve(result))
        super.send([query])
      })
    }
  }
