import { type UploadSession, uploadSessionSchema } from '@livetap/contract'

/** What a browser's localStorage offers; anything of that shape will do. */
export type UploadStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Entry {
  fingerprint: string
  session: UploadSession
  savedAtMs: number
}

const KEY = 'livetap.uploads'
const KEPT = 50
/** The server forgets an upload after as long without a byte. */
const LIFETIME_MS = 7 * 86_400_000

/** Unfinished uploads by what they upload, so that the same file goes on where a closed tab left it. */
export class RememberedUploads {
  constructor(
    private readonly storage: UploadStorage,
    private readonly nowMs: () => number = Date.now,
  ) {}

  find(fingerprint: string): UploadSession | undefined {
    return this.#read().find(entry => entry.fingerprint === fingerprint)?.session
  }

  remember(fingerprint: string, session: UploadSession): void {
    const others = this.#read().filter(entry => entry.fingerprint !== fingerprint)
    this.#write([{ fingerprint, session, savedAtMs: this.nowMs() }, ...others].slice(0, KEPT))
  }

  forget(uploadUrl: string): void {
    this.#write(this.#read().filter(entry => entry.session.upload_url !== uploadUrl))
  }

  #read(): Entry[] {
    try {
      const entries: unknown = JSON.parse(this.storage.getItem(KEY) ?? '[]')
      return Array.isArray(entries) ? entries.filter(entry => this.#isAlive(entry)) : []
    } catch {
      return []
    }
  }

  #isAlive(entry: unknown): entry is Entry {
    const { fingerprint, session, savedAtMs } = (entry ?? {}) as Partial<Entry>
    if (typeof fingerprint !== 'string' || typeof savedAtMs !== 'number') return false
    return uploadSessionSchema.safeParse(session).success && this.nowMs() - savedAtMs < LIFETIME_MS
  }

  #write(entries: Entry[]): void {
    try {
      if (entries.length === 0) this.storage.removeItem(KEY)
      else this.storage.setItem(KEY, JSON.stringify(entries))
    } catch {
      // A full or forbidden storage costs the resuming after a closed tab, not the upload.
    }
  }
}
