import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../platform/config/config'
import { diskState } from '../platform/disk/free-space'
import { openStorage } from '../platform/storage/open-storage'
import { type Finding, gigabytes, reasonOf } from './finding'

const OTHERS_READ = 0o044
const OTHERS_USE = 0o077

const modeOf = (path: string) => statSync(path).mode & 0o777
const octal = (mode: number) => `0${mode.toString(8)}`

/** Secrets are for the server's user alone; of the data folder others may know the name of a part, as the database's user must. */
export function checkModes({ dataDir, secret, databaseUrl }: Config): Finding[] {
  if (!existsSync(dataDir))
    return [{ check: 'data folder', found: `${dataDir} is not there yet: the first start makes it` }]
  const findings: Finding[] = []
  const folderMode = modeOf(dataDir)
  findings.push({
    check: 'data folder',
    found: `${dataDir} has mode ${octal(folderMode)}`,
    todo: folderMode & OTHERS_READ ? `others can list it: chmod 711 '${dataDir}'` : undefined,
  })
  for (const name of ['secret', 'postgres.json']) {
    const path = join(dataDir, name)
    if (!existsSync(path)) continue
    const mode = modeOf(path)
    const todo = mode & OTHERS_USE ? `others may read it: chmod 600 '${path}', then rotate it` : undefined
    findings.push({ check: 'secret file', found: `${path} has mode ${octal(mode)}`, todo })
  }
  if (databaseUrl && !secret)
    findings.push({
      check: 'secret',
      found: 'comes from a file of this machine, and DATABASE_URL may be shared by several',
      todo: `give every machine the same LIVETAP_SECRET: the content of '${join(dataDir, 'secret')}'`,
    })
  return findings
}

/** Of a folder that the first start makes, the one it is made in. */
const nearestThatIs = (path: string): string => (existsSync(path) ? path : nearestThatIs(dirname(path)))

export async function checkDisk(config: Config, minFreeBytes: number): Promise<Finding[]> {
  const { dataDir, storage } = config
  const folders = [dataDir, ...(storage.kind === 'folder' ? [storage.folder] : [])].map(nearestThatIs)
  return await Promise.all(
    [...new Set(folders)].map(async folder => {
      const { freeBytes, isLow } = await diskState(folder)
      const tooFew = freeBytes < minFreeBytes
      return {
        check: 'disk',
        found: `${gigabytes(freeBytes)} free for recordings in ${folder}`,
        todo:
          isLow || tooFew
            ? `make space on the disk of '${folder}', or set LIVETAP_RETENTION_DAYS`
            : undefined,
      }
    }),
  )
}

/** An object is written, read and deleted. */
export async function checkStorage({ storage: place }: Config): Promise<Finding[]> {
  const name = place.kind === 's3' ? `s3://${place.bucket}` : place.folder
  const check = 'storage'
  if (place.kind === 'folder' && !existsSync(place.folder))
    return [{ check, found: `${name} is not there yet: the first start makes it` }]
  try {
    const storage = await openStorage(place)
    const key = `doctor-${process.pid}`
    const written = Buffer.from(`written at ${performance.timeOrigin}`)
    await storage.put(key, written)
    try {
      const read: Buffer[] = []
      for await (const chunk of await storage.get(key)) read.push(chunk as Buffer)
      if (!Buffer.concat(read).equals(written)) throw new Error('what was read is not what was written')
    } finally {
      await storage.delete(key)
    }
    return [{ check, found: `${name} was written and read` }]
  } catch (error) {
    const todo =
      place.kind === 's3'
        ? 'see LIVETAP_STORAGE, AWS_ENDPOINT_URL, the AWS keys, and their rights to the bucket'
        : `let the server's user write to '${place.folder}'`
    return [{ check, found: `${name} does not work: ${reasonOf(error)}`, todo }]
  }
}
