import type { AuditAction, AuditEntryWire, AuditResult } from '@livetap/contract'
import { auditExport, searchAudit } from '@livetap/contract/calls/audit'
import type { ApiClient } from '../api-client'
import { isCancelled } from '../api-error'
import { Scope } from '../scope'
import { Store } from '../store'

export interface AuditQuery {
  actor?: string
  action?: AuditAction
  target?: string
  result?: AuditResult
  from?: string
  to?: string
}

export interface AuditExplorerState {
  /** Newest first. */
  readonly entries: readonly AuditEntryWire[]
  readonly hasOlder: boolean
  readonly loading: boolean
  /** The first question was answered. */
  readonly isReady: boolean
  readonly error: Error | undefined
}

/** What one query finds in the audit log, page by page. */
export class AuditExplorer extends Store<AuditExplorerState> {
  readonly #scope = new Scope()
  #next: string | null = null

  constructor(private readonly options: { api: ApiClient; query: AuditQuery }) {
    super({ entries: [], hasOlder: false, loading: false, isReady: false, error: undefined })
  }

  readonly search = (): Promise<void> => this.#load(undefined)

  /** The page behind the last; nothing while one is on its way. */
  readonly older = async (): Promise<void> => {
    if (this.#next !== null && !this.getSnapshot().loading) await this.#load(this.#next)
  }

  /** Where everything that the query finds can be downloaded. */
  readonly exportUrl = async (format: 'csv' | 'jsonl', signal: AbortSignal): Promise<string> => {
    const { api, query } = this.options
    return (await api.call(auditExport, { query: { ...query, format } }, { signal })).url
  }

  readonly dispose = (): void => this.#scope.dispose()

  async #load(cursor: string | undefined): Promise<void> {
    const { api, query } = this.options
    this.set({ loading: true })
    try {
      const page = await api.call(
        searchAudit,
        { query: { ...query, cursor } },
        { signal: this.#scope.signal },
      )
      this.#next = page.next
      const before = cursor === undefined ? [] : this.getSnapshot().entries
      this.set({
        entries: [...before, ...page.entries],
        hasOlder: page.next !== null,
        isReady: true,
        loading: false,
        error: undefined,
      })
    } catch (error) {
      if (!isCancelled(error)) this.set({ loading: false, error: error as Error })
    }
  }
}
