import type { Config } from '../config/config'
import { makeDataFolder } from '../data-folder/data-folder'
import { FolderLockedError, lockFolder } from '../data-folder/folder-lock'
import { createLog } from '../log/log'
import { type Database, openDatabase } from './database'

/** The server's database: the one it runs on, or, when it does not run, the embedded one started for this command alone. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  const log = createLog('silent')
  if (config.databaseUrl) return openDatabase(config, log)
  makeDataFolder(config.dataDir)
  const lock = lockIfFree(config.dataDir)
  if (!lock) return openDatabase({ ...config, role: 'worker' }, log)
  try {
    const database = await openDatabase({ ...config, role: 'all' }, log)
    const close = async () => {
      await database.close()
      lock.release()
    }
    return { ...database, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockIfFree(dataDir: string) {
  try {
    return lockFolder(dataDir, 'a command')
  } catch (error) {
    if (error instanceof FolderLockedError) return undefined
    throw error
  }
}
