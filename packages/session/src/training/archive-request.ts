import { ARCHIVE_POLL_MS, type ArchiveFilter, type ArchiveInfo, texts } from '@livetap/contract'
import {
  archiveInfo,
  cancelArchive,
  listArchives,
  requestArchive,
} from '@livetap/contract/calls/training-archives'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import { fixedDelay, retry } from '../retry'
import { Scope } from '../scope'
import { Store } from '../store'

export interface ArchiveRequestState {
  /** The archive that was asked for here, as it was last seen. */
  readonly current: ArchiveInfo | undefined
  /** From the request until its archive is ready, or is not. */
  readonly isBusy: boolean
  /** All of the region, newest first; undefined until they were read. */
  readonly archives: readonly ArchiveInfo[] | undefined
}

export interface ArchiveRequestsOptions {
  api: ApiClient
  region: string
  notify: Notices
  /** Hands an address to the browser's downloads. */
  download: (url: string) => void
  log: (message: string, error: unknown) => void
  newId?: () => string
}

/** A poll that fails may be a network that comes back. */
const MAX_FAILED_POLLS = 3

/** Archives of a region: one is asked for, watched until it can be downloaded, and earlier ones are listed. */
export class ArchiveRequests extends Store<ArchiveRequestState> {
  readonly #options: ArchiveRequestsOptions
  readonly #scope = new Scope()
  #stopRefresh: (() => void) | undefined

  constructor(options: ArchiveRequestsOptions) {
    super({ current: undefined, isBusy: false, archives: undefined })
    this.#options = options
  }

  /** Reads the list; it is read again by itself as long as an archive on it can come to have a link. */
  readonly load = async (): Promise<void> => {
    const { api, region } = this.#options
    this.#stopRefresh?.()
    try {
      const query = { client_region: region }
      const { archives } = await api.call(listArchives, { query }, { signal: this.#scope.signal })
      this.set({ archives })
    } catch {
      // The list says nothing that a request needs; it is asked for again below.
    }
    if (this.#scope.disposed) return
    const isAwaited = this.getSnapshot().archives?.some(isPending)
    if (isAwaited !== false) this.#stopRefresh = this.#scope.timeout(() => void this.load(), ARCHIVE_POLL_MS)
  }

  /** Asks for an archive and, once it is there, downloads it. One at a time. */
  readonly request = async (filter: ArchiveFilter): Promise<void> => {
    const { region, notify, newId = () => crypto.randomUUID() } = this.#options
    if (this.getSnapshot().isBusy) return
    this.set({ isBusy: true, current: undefined })
    try {
      notify.info(texts.train.processingLink)
      const body = { client_region: region, request_id: newId(), ...filter }
      const asked = await this.#options.api.call(requestArchive, { body }, { signal: this.#scope.signal })
      this.set({ current: asked })
      void this.load()
      await this.#follow(asked.request_id)
    } catch (error) {
      this.#failed(error)
    } finally {
      this.set({ isBusy: false })
      if (!this.#scope.disposed) void this.load()
    }
  }

  readonly cancel = async (requestId: string): Promise<void> => {
    try {
      const cancelled = await this.#options.api.call(
        cancelArchive,
        { params: { request_id: requestId } },
        { signal: this.#scope.signal },
      )
      this.#seen(cancelled)
      this.#options.notify.info('The archive was cancelled')
    } catch {
      // It may have ended a moment before: the list says what it is now.
    }
    void this.load()
  }

  /** By a new link: those of the list may have expired. */
  readonly fetch = async (requestId: string): Promise<void> => {
    try {
      const info = await this.#info(requestId)
      this.#seen(info)
      if (info.status === 'zip-failed') throw failureOf(info)
      this.#download(info)
    } catch (error) {
      this.#failed(error)
    }
  }

  dispose(): void {
    this.#scope.dispose()
  }

  async #follow(requestId: string): Promise<void> {
    const { notify } = this.#options
    for (;;) {
      const info = await this.#info(requestId)
      this.#seen(info)
      if (info.status === 'zip-cancelled') return
      if (info.status === 'zip-failed') throw failureOf(info)
      if (!isPending(info)) {
        this.#download(info)
        notify.success(texts.train.archiveCompleted)
        return
      }
      notify.info(texts.train.sendingAgain)
      await this.#scope.wait(ARCHIVE_POLL_MS)
      // Cancelled here meanwhile.
      if (this.getSnapshot().current?.status === 'zip-cancelled') return
    }
  }

  async #info(requestId: string): Promise<ArchiveInfo> {
    if (!requestId) throw new NoLinkError()
    const { signal } = this.#scope
    const params = { request_id: requestId }
    return await retry(() => this.#options.api.call(archiveInfo, { params }, { signal }), {
      policy: fixedDelay(ARCHIVE_POLL_MS, MAX_FAILED_POLLS),
      signal,
      waitAfterMs: error => (isPassing(error) ? 0 : undefined),
    })
  }

  #download({ url }: ArchiveInfo): void {
    if (!url) throw new NoLinkError()
    this.#options.download(url)
  }

  #seen(info: ArchiveInfo): void {
    const { current, archives } = this.getSnapshot()
    this.set({
      ...((!current || current.request_id === info.request_id) && { current: info }),
      archives: archives?.map(one => (one.request_id === info.request_id ? info : one)),
    })
  }

  #failed(error: unknown): void {
    if (this.#scope.disposed) return
    const { notify, log } = this.#options
    const detail = error instanceof ApiError ? { trackingId: error.trackingId } : undefined
    if (error instanceof NoLinkError) notify.error(texts.train.failedLink)
    else notify.error(texts.train.archiveError, detail)
    log(texts.train.archiveDownloadIssue, error)
  }
}

/** No longer processing is not enough: without a link there is nothing to download yet. */
const isPending = ({ status, url }: ArchiveInfo): boolean =>
  status === 'zip-processing' || (status === 'zip-completed' && !url)

const failureOf = ({ error }: ArchiveInfo): Error => new Error(error ?? texts.train.archiveError)

class NoLinkError extends Error {
  override readonly name = 'NoLinkError'
  readonly reason = 'no_link'
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.reason === 'network' || error.reason === 'timeout' || (error.status ?? 0) >= 500)
