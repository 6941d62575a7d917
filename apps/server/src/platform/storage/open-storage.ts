import type { StorageConfig } from '../config/config'
import { ConfigError } from '../config/config-error'
import { FolderStorage } from './folder-storage'
import type { Storage } from './storage'

export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 's3')
    throw new ConfigError('LIVETAP_STORAGE', 'buckets are not supported yet: name a folder')
  try {
    return await FolderStorage.open(config.folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('LIVETAP_STORAGE', `the folder ${config.folder} cannot be used (${code})`)
  }
}
