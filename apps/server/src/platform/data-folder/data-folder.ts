import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config-error'

/** Recordings lie here while they are worked on. */
const WORK_FOLDERS = ['mixing', 'scratch']

/** Made on first start. What is in it is for the server's user alone, except that its own parts set other modes. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    for (const name of WORK_FOLDERS) makePrivate(join(dataDir, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('LIVETAP_DATA', `the folder ${dataDir} cannot be used (${code})`)
  }
}

/** One that is there already may have been made with another mode. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}
