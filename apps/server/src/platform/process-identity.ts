import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** This process among all that serve an installation; another one after a restart. */
export interface ProcessIdentity {
  host: string
  /** The host's name and a short id: the worker registry, the live node and every log entry name the process by it. */
  pod: string
}

/** Called once per process, where the platform is put together. */
export function newProcessIdentity(): ProcessIdentity {
  const host = hostname()
  return { host, pod: `${host}-${randomBytes(4).toString('hex')}` }
}
