import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../platform/service-error'
import type { ResumableStorage } from '../../platform/storage/resumable'
import { StorageError } from '../../platform/storage/storage'
import type { ActiveWriter, ActiveWriters } from './active-writers'
import { chunkOf } from './chunk-of'
import type { ContentRange } from './content-range'
import type { UploadRecord, UploadsStore } from './uploads.store'

export interface Arrival {
  uploadId: string
  userId: string
  range: Extract<ContentRange, { kind: 'chunk' }>
  source: AsyncIterable<Uint8Array>
  /** Breaks the source off. */
  interrupt: () => void
}

export interface ReceiverOptions {
  store: UploadsStore
  storage: ResumableStorage
  writers: ActiveWriters
  /** How long an upload lives after its last byte. */
  lifetimeMs: number
}

/** Of the bytes from 0 on, `held` have arrived: a chunk that starts later is not taken. */
export class UploadGapError extends ServiceError {
  constructor(
    start: number,
    readonly held: number,
  ) {
    super('gap', `Bytes from ${held} on are wanted, not from ${start}`)
  }
}

const LEASE_MS = 30_000
const RENEW_MS = 10_000

/** Takes one chunk of an upload. Bytes are acknowledged when they are durable and the database knows of them. */
export class UploadReceiver {
  constructor(private readonly options: ReceiverOptions) {}

  /** Nothing when this user cannot write to the upload now; the caller finds out why. */
  async receive(arrival: Arrival): Promise<UploadRecord | undefined> {
    const { store, writers } = this.options
    const { uploadId, userId } = arrival
    await writers.dismissSilent(uploadId)
    const active = writers.enter(uploadId, arrival.interrupt)
    if (!active) return undefined
    const writer = randomUUID()
    let upload: UploadRecord | undefined
    try {
      upload = await store.claim(uploadId, userId, writer, LEASE_MS)
      if (!upload) return undefined
      return await this.#write(upload, arrival, writer, active)
    } catch (error) {
      if (upload) await store.release(uploadId, writer).catch(() => undefined)
      throw failureOf(error)
    } finally {
      active.end()
    }
  }

  async #write(
    upload: UploadRecord,
    arrival: Arrival,
    writer: string,
    active: ActiveWriter,
  ): Promise<UploadRecord> {
    const { store, storage, lifetimeMs } = this.options
    const { start, end, total } = arrival.range
    if (total !== upload.totalBytes) throw otherTotal(upload)
    if (start > upload.heldBytes) throw new UploadGapError(start, upload.heldBytes)
    const isNew = end >= upload.heldBytes
    const source = chunkOf(arrival.source, upload.heldBytes - start, end + 1 - upload.heldBytes, () =>
      active.sawBytes(),
    )
    if (!isNew) {
      await store.release(upload.id, writer)
      return upload
    }
    const stopRenewing = this.#renewWhileArriving(upload.id, writer, active, arrival.interrupt)
    try {
      const { state, cut } = await storage.write(upload.storageKey, upload.storageState, source)
      const after = await store.advance(upload, writer, state, lifetimeMs)
      if (!after) throw busy()
      if (cut) throw new ServiceError('client_gone', 'The connection broke')
      return after
    } finally {
      stopRenewing()
    }
  }

  /** A lease of another process's writer runs out by itself, so one whose connection is silent is not renewed. */
  #renewWhileArriving(id: string, writer: string, active: ActiveWriter, interrupt: () => void): () => void {
    const timer = setInterval(async () => {
      if (performance.now() - active.lastByteAt > RENEW_MS) return
      const renewed = await this.options.store.renew(id, writer, LEASE_MS).catch(() => true)
      if (!renewed) interrupt()
    }, RENEW_MS)
    return () => clearInterval(timer)
  }
}

export const busy = () => new ServiceError('busy', 'Another request is writing to this upload')
export const otherTotal = (upload: UploadRecord) =>
  new ServiceError('other_total', `This upload has ${upload.totalBytes} bytes in total`)

function failureOf(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error
  return new ServiceError(
    'storage_unavailable',
    error.reason === 'full' ? 'There is no space left for this recording' : 'The storage does not answer',
  )
}
