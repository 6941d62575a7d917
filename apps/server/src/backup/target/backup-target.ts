import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Storage, StorageError } from '../../platform/storage/storage'
import { BackupError } from '../backup-error'
import { within } from '../within'
import { BackupKeys, SEALED_EXTRA } from './backup-keys'
import type { Manifest, ObjectEntry } from './manifest'

const HEADER = 'livetap-backup.json'
const FORMAT = 1

export interface FoundBackups {
  /** The oldest first. */
  complete: string[]
  /** Those that were killed. */
  unfinished: string[]
}

/** A folder or a bucket with backups of one installation. */
export class BackupTarget {
  private constructor(
    private readonly storage: Storage,
    readonly keys: BackupKeys,
  ) {}

  /** Begins a new one in an empty place. */
  static async openOrCreate(storage: Storage, key: string, name: string): Promise<BackupTarget> {
    if (await storage.stat(HEADER)) return await BackupTarget.open(storage, key, name)
    for await (const { key: other } of storage.list(''))
      throw new BackupError('foreign_target', `${name} holds something else than backups (${other})`)
    const salt = randomBytes(32)
    const keys = await BackupKeys.of(key, salt)
    const header = JSON.stringify({ format: FORMAT, salt: salt.toString('hex') })
    await storage.put(HEADER, Buffer.from(`${header}\n${keys.sealOf(header)}\n`))
    return new BackupTarget(storage, keys)
  }

  static async open(storage: Storage, key: string, name: string): Promise<BackupTarget> {
    const text = await readWhole(storage, HEADER).catch(error => {
      if (isMissing(error)) throw new BackupError('no_backup', `${name} holds no backup`)
      throw error
    })
    const header = Buffer.from(text).toString('latin1')
    const [line = ''] = header.split('\n')
    const { format, salt } = fieldsOf(line, name)
    const keys = await BackupKeys.of(key, Buffer.from(salt, 'hex'))
    if (header !== `${line}\n${keys.sealOf(line)}\n`)
      throw new BackupError(
        'wrong_key',
        `LIVETAP_BACKUP_KEY is not the key of the backups in ${name}, or ${HEADER} in it is damaged`,
      )
    if (format !== FORMAT)
      throw new BackupError('unknown_schema', `${name} was written by a newer Livetap (format ${format})`)
    return new BackupTarget(storage, keys)
  }

  async backups(): Promise<FoundBackups> {
    const complete: string[] = []
    const all = new Set<string>()
    for await (const { key } of this.storage.list('backups/')) {
      const [, id = '', file] = key.split('/')
      all.add(id)
      if (file === 'manifest') complete.push(id)
    }
    const unfinished = [...all].filter(id => !complete.includes(id))
    return { complete: complete.sort(), unfinished: unfinished.sort() }
  }

  /** The names of all parts that are there. */
  async parts(): Promise<Set<string>> {
    const names = new Set<string>()
    for await (const { key } of this.storage.list('parts/')) names.add(key.slice(key.lastIndexOf('/') + 1))
    return names
  }

  async putPart(name: string, sealed: Uint8Array): Promise<void> {
    await this.#putSealed(partKey(name), sealed)
  }

  async part(name: string): Promise<Uint8Array> {
    const content = await this.#get(partKey(name))
    if (this.keys.partName(content) !== name)
      throw new BackupError('damaged', `${partKey(name)} is damaged: it is not what its name says`)
    return content
  }

  async putPage(backup: string, number: number, entries: readonly ObjectEntry[]): Promise<void> {
    await this.#put(pageKey(backup, number), Buffer.from(JSON.stringify(entries)))
  }

  async page(backup: string, number: number): Promise<ObjectEntry[]> {
    return JSON.parse(Buffer.from(await this.#get(pageKey(backup, number))).toString()) as ObjectEntry[]
  }

  /** In order of the keys; of one that was killed as far as it came. */
  async *objects(backup: string, pages?: number): AsyncGenerator<ObjectEntry> {
    for (let number = 1; pages === undefined || number <= pages; number++) {
      if (pages === undefined && !(await this.storage.stat(pageKey(backup, number)))) return
      yield* await this.page(backup, number)
    }
  }

  async putManifest(manifest: Manifest): Promise<void> {
    await this.#put(manifestKey(manifest.id), Buffer.from(JSON.stringify(manifest)))
  }

  async manifest(backup: string): Promise<Manifest> {
    return JSON.parse(Buffer.from(await this.#get(manifestKey(backup))).toString()) as Manifest
  }

  /** Its manifest first: what is cut then leaves an unfinished one. */
  async removeBackup(backup: string): Promise<void> {
    await this.storage.delete(manifestKey(backup))
    const pages: string[] = []
    for await (const { key } of this.storage.list(`backups/${backup}/`)) pages.push(key)
    for (const key of pages) await this.storage.delete(key)
  }

  async removePart(name: string): Promise<void> {
    await this.storage.delete(partKey(name))
  }

  async #put(key: string, content: Uint8Array): Promise<void> {
    const memory = Buffer.allocUnsafeSlow(content.byteLength + SEALED_EXTRA)
    await this.#putSealed(key, this.keys.seal(key, content, memory))
  }

  async #putSealed(key: string, sealed: Uint8Array): Promise<void> {
    await within(this.storage.put(key, sealed), `writing ${key}`)
  }

  async #get(key: string): Promise<Uint8Array> {
    const sealed = await readWhole(this.storage, key).catch(error => {
      if (isMissing(error)) throw new BackupError('damaged', `${key} is missing`)
      throw error
    })
    return await this.keys.open(key, sealed)
  }
}

/** Where a part lies, and the name that it is sealed under. */
export const partKey = (name: string) => `parts/${name.slice(0, 2)}/${name}`
const pageKey = (backup: string, number: number) =>
  `backups/${backup}/page-${String(number).padStart(6, '0')}`
const manifestKey = (backup: string) => `backups/${backup}/manifest`

const isMissing = (error: unknown) => error instanceof StorageError && error.reason === 'not_found'

async function readWhole(storage: Storage, key: string): Promise<Uint8Array> {
  return await within(
    storage.get(key).then(content => buffer(content)),
    `reading ${key}`,
  )
}

function fieldsOf(line: string, name: string): { format: unknown; salt: string } {
  try {
    const { format, salt } = JSON.parse(line) as { format: unknown; salt: unknown }
    if (typeof salt === 'string') return { format, salt }
  } catch {
    // Said below.
  }
  throw new BackupError('damaged', `${HEADER} in ${name} is damaged`)
}
