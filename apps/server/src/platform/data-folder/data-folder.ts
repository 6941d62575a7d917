import { accessSync, constants, mkdirSync } from 'node:fs'
import { ConfigError } from '../config/config-error'

/** Made on first start. What is in it is for the server's user alone, except that its own parts set other modes. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('LIVETAP_DATA', `the folder ${dataDir} cannot be used (${code})`)
  }
}
