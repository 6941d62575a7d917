import type { StorageConfig } from '../config/config'
import { ConfigError } from '../config/config-error'
import { FolderResumable } from './folder-resumable'
import { FolderStorage } from './folder-storage'
import type { ResumableStorage } from './resumable'
import type { Storage } from './storage'

type BucketConfig = Extract<StorageConfig, { kind: 's3' }>
type Env = Readonly<Record<string, string | undefined>>

/** `name` is what a problem with it is told under. */
export async function openStorage(
  config: StorageConfig,
  env: Env = process.env,
  name = 'LIVETAP_STORAGE',
): Promise<Storage> {
  return config.kind === 's3'
    ? await openBucket(config, env, name)
    : await inFolder(config, FolderStorage.open, name)
}

/** The same place, for objects that arrive in pieces. */
export async function openResumable(
  config: StorageConfig,
  env: Env = process.env,
): Promise<ResumableStorage> {
  return config.kind === 's3'
    ? await resumableBucket(config, env)
    : await inFolder(config, FolderResumable.open)
}

async function inFolder<T>(
  { folder }: Extract<StorageConfig, { kind: 'folder' }>,
  open: (folder: string) => Promise<T>,
  name = 'LIVETAP_STORAGE',
): Promise<T> {
  try {
    return await open(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(name, `the folder ${folder} cannot be used (${code})`)
  }
}

/** Loaded where a bucket is used: the SDK would slow down every other start. */
async function openBucket(config: BucketConfig, env: Env, name: string): Promise<Storage> {
  const [{ openS3 }, { S3Storage }] = await Promise.all([import('./s3-client'), import('./s3-storage')])
  const storage = new S3Storage(openS3({ ...config, env }))
  try {
    await storage.check()
  } catch (error) {
    storage.close()
    throw new ConfigError(name, `the bucket ${config.bucket} cannot be used (${(error as Error).name})`)
  }
  return storage
}

async function resumableBucket(config: BucketConfig, env: Env): Promise<ResumableStorage> {
  const [{ openS3 }, { S3Resumable }] = await Promise.all([import('./s3-client'), import('./s3-resumable')])
  return new S3Resumable(openS3({ ...config, env }))
}
