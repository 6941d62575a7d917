import type { Config } from '../config/config'
import { makeDataFolder } from '../data-folder/data-folder'
import { FolderLockedError, lockFolder } from '../data-folder/folder-lock'
import { createLog } from '../log/log'
import { type Database, openDatabase } from './database'
import { attachEmbedded, startEmbedded } from './embedded/embedded-postgres'

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

export interface CommandServer {
  /** Of a session of its own, behind any pooler. */
  url: string
  /** False where a server of ours runs on the data folder. */
  isAlone: boolean
  close(): Promise<void>
}

/** The same database without a look at its tables. */
export async function openCommandServer(config: Config): Promise<CommandServer> {
  makeDataFolder(config.dataDir)
  const outside = config.databaseDirectUrl ?? config.databaseUrl
  if (outside) return { url: outside, isAlone: true, close: async () => {} }
  const lock = lockIfFree(config.dataDir)
  if (!lock) return { url: (await attachEmbedded(config.dataDir)).url, isAlone: false, close: async () => {} }
  try {
    const server = await startEmbedded(config.dataDir, createLog('silent'))
    const close = async () => {
      await server.stop()
      lock.release()
    }
    return { url: server.url, isAlone: true, close }
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
