import { ConfigError } from './config/config-error'
import { FolderLockedError } from './data-folder/folder-lock'
import { DatabaseError } from './db/database-error'
import { MigrationError } from './db/migrate'
import { blankSecrets } from './log/blank-secrets'

const expected = [ConfigError, FolderLockedError, DatabaseError, MigrationError]

/** Why the server did not start, in one line; only an unexpected error also shows its stack. */
export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return `Livetap cannot start: ${String(error)}`
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Livetap cannot start: port ${port} on ${address} is in use by another program (choose another with PORT)`
  if (code === 'EACCES' && port)
    return `Livetap cannot start: port ${port} needs more rights (choose another with PORT)`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Livetap cannot start: HOST: this machine has no address ${address ?? ''}`
  const isExpected = expected.some(kind => error instanceof kind)
  const text = isExpected ? error.message.replace(/\s*\n\s*/g, ' ') : (error.stack ?? error.message)
  return `Livetap cannot start: ${blankSecrets(text)}`
}
