import { randomBytes } from 'node:crypto'
import type { uploadCreateBodySchema } from '@livetap/contract'
import type { z } from 'zod'
import { ServiceError } from '../../platform/service-error'
import type { ResumableStorage } from '../../platform/storage/resumable'
import type { Tracing } from '../../platform/tracing/tracing'
import type { EventRecorder } from '../events'
import {
  endEntries,
  type Meeting,
  type MeetingProcessing,
  type MeetingRemoval,
  type MeetingsService,
  type MeetingsStore,
  meetingFiles,
  QUEUED_STAGE,
  UPLOAD_STAGE,
} from '../meetings'
import { ActiveWriters } from './active-writers'
import type { ContentRange } from './content-range'
import { assertRecordingSize, recordingEnding } from './recording-type'
import { busy, otherTotal, UploadReceiver } from './upload-receiver'
import type { UploadRecord, UploadsStore } from './uploads.store'

type UploadBody = z.output<typeof uploadCreateBodySchema>

const LIFETIME_MS = 7 * 86_400_000

export interface UploadsServiceOptions {
  store: UploadsStore
  storage: ResumableStorage
  meetings: MeetingsService
  meetingsStore: MeetingsStore
  removal: MeetingRemoval
  processing: MeetingProcessing
  events: EventRecorder
  site: { id: string; name: string }
  tracing: Tracing
  lifetimeMs?: number
}

export interface Uploader {
  userId: string
  email: string
}

export interface UploadRequest {
  uploadId: string
  userId: string
  range: ContentRange
  source: AsyncIterable<Uint8Array>
  interrupt: () => void
}

export type UploadAnswer = { kind: 'more'; held: number } | { kind: 'complete'; meeting: Meeting }

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`

export class UploadsService {
  readonly #options: UploadsServiceOptions & { lifetimeMs: number }
  readonly #writers = new ActiveWriters()
  readonly #receiver: UploadReceiver

  constructor(options: UploadsServiceOptions) {
    this.#options = { lifetimeMs: LIFETIME_MS, ...options }
    this.#receiver = new UploadReceiver({ ...this.#options, writers: this.#writers })
    options.removal.beforeRemoval(meetingId => this.#abandon(meetingId))
  }

  async create(by: Uploader, body: UploadBody): Promise<UploadRecord> {
    const { meetings, removal, processing, site } = this.#options
    const off = processing.unavailableReason?.()
    if (off) throw new ServiceError('off', off)
    const ending = recordingEnding(body.file_name, body.file_type)
    assertRecordingSize(body.file_size)
    await this.#assertRoom(body.file_size)
    const meeting = await meetings.create({
      title: body.file_name?.replace(/\.[^.]+$/, '') || `Recording of ${body.start_at_utc}`,
      hostUserId: by.userId,
      hostEmail: by.email,
      siteId: site.id,
      siteName: body.site_name || site.name,
      source: body.source,
      region: body.client_region,
      language: body.language ?? null,
      enableEnsemble: body.enable_ensemble,
      sharder: body.sharder,
      trainableShardPercent: body.trainable_shard_percent,
      status: 'processing',
      stage: UPLOAD_STAGE,
      // What the client calls the start is kept in the ledger: what is logged about the meeting begins here.
      startedAt: new Date(),
      recordingName: body.file_name ?? '',
      recordingType: body.file_type,
      recordingBytes: body.file_size,
    })
    try {
      return await this.#begin(meeting, by, ending, body)
    } catch (error) {
      await removal.remove(meeting.id, 'upload')
      throw error
    }
  }

  async receive(request: UploadRequest): Promise<UploadAnswer> {
    const { uploadId, userId, range } = request
    if (range.kind === 'chunk') {
      const upload = await this.#receiver.receive({ ...request, range })
      if (upload) return await this.#answer(upload)
    } else {
      await this.#writers.dismissSilent(uploadId)
    }
    const upload = await this.#findOwn(uploadId, userId)
    if (range.total !== upload.totalBytes) throw otherTotal(upload)
    // A chunk that was not taken although the upload is open met another writer.
    if (range.kind === 'chunk' && upload.state === 'open') throw busy()
    return await this.#answer(upload)
  }

  /** Hands over what a crash left between the last byte and the pipeline, and ends what no one comes back to. */
  async sweep(): Promise<void> {
    const { store, storage, meetingsStore, events } = this.#options
    for (const upload of await store.stored()) await this.#handOver(upload)
    for (const upload of await store.pastExpiry()) {
      await storage.abandon(upload.storageKey, upload.storageState)
      await store.setState(upload.id, 'expired')
      const error = 'The upload was never finished'
      const change = { status: 'failed', error } as const
      const failed = await meetingsStore.change(upload.meetingId, change, ['processing'])
      if (!failed) continue
      const { id, startedAt, stage } = failed
      const facts = { held_bytes: upload.heldBytes }
      const record = events.of(id)
      record.log('uploadExpired', { ...facts, bytes: upload.totalBytes })
      record.add(endEntries({ reason: 'upload expired', startedAt, stage, error, facts }))
    }
  }

  async #assertRoom(bytes: number): Promise<void> {
    const free = (await this.#options.storage.freeBytes?.()) ?? Number.POSITIVE_INFINITY
    if (free === 0) throw new ServiceError('off', 'There is no space left for recordings on the server')
    if (bytes > free)
      throw new ServiceError(
        'too_large',
        `The recording has ${megabytes(bytes)} and the server has only ${megabytes(free)} left for recordings`,
      )
  }

  async #begin(
    meeting: Meeting,
    by: Uploader,
    ending: string,
    { file_size: totalBytes, start_at_utc }: UploadBody,
  ): Promise<UploadRecord> {
    const { store, storage, lifetimeMs, events } = this.#options
    const storageKey = meetingFiles.recording(meeting.id, ending)
    const upload = {
      id: randomBytes(18).toString('base64url'),
      meetingId: meeting.id,
      userId: by.userId,
      storageKey,
      totalBytes,
      storageState: await storage.begin(storageKey),
    }
    await store.create(upload, lifetimeMs)
    const created_at = new Date().toISOString()
    const type = meeting.recordingType
    const record = events.of(meeting.id)
    record.ledger('uploadStarted', { created_at, start_at_utc, bytes: totalBytes, type })
    record.log('uploadOpened', { bytes: totalBytes, type })
    return { ...upload, heldBytes: 0, state: 'open' }
  }

  async #findOwn(uploadId: string, userId: string): Promise<UploadRecord> {
    const upload = await this.#options.store.find(uploadId)
    if (!upload) throw new ServiceError('not_found', 'There is no such upload')
    if (upload.userId !== userId) throw new ServiceError('forbidden', 'This upload belongs to another user')
    const over = upload.state === 'expired' || (upload.state === 'open' && upload.isPastExpiry)
    if (over) throw new ServiceError('not_found', 'This upload has expired: start it again')
    return upload
  }

  async #answer(upload: UploadRecord): Promise<UploadAnswer> {
    if (upload.state === 'open') return { kind: 'more', held: upload.heldBytes }
    if (upload.state === 'stored') await this.#handOver(upload)
    return { kind: 'complete', meeting: await this.#options.meetings.get(upload.meetingId) }
  }

  /** The job goes on with the trace of the call that brought the last byte. */
  #handOver(upload: UploadRecord): Promise<void> {
    const { meetingId, totalBytes } = upload
    const attributes = { 'livetap.meeting': meetingId, 'livetap.bytes': totalBytes }
    return this.#options.tracing.trace('upload complete', { attributes }, () => this.#complete(upload))
  }

  async #complete(upload: UploadRecord): Promise<void> {
    const { store, storage, meetingsStore, processing, events } = this.#options
    const { meetingId, storageKey } = upload
    await storage.complete(storageKey, upload.storageState)
    const change = { recordingKey: storageKey, stage: QUEUED_STAGE, progress: 0 }
    const queued = await meetingsStore.change(meetingId, change, ['processing'])
    // Cancelled while it arrived: the recording is kept, and processing it is the person's to ask for.
    if (queued) await processing.enqueue(meetingId)
    else await meetingsStore.change(meetingId, { recordingKey: storageKey })
    await store.setState(upload.id, 'complete')
    const record = events.of(meetingId)
    record.ledger('recordingUploaded', { bytes: upload.totalBytes })
    record.log('uploadCompleted', { bytes: upload.totalBytes })
  }

  async #abandon(meetingId: string): Promise<void> {
    const { store, storage } = this.#options
    const upload = await store.findByMeeting(meetingId)
    if (!upload || upload.state === 'complete' || upload.state === 'expired') return
    await this.#writers.dismiss(upload.id)
    const now = (await store.find(upload.id)) ?? upload
    await storage.abandon(now.storageKey, now.storageState)
  }
}
