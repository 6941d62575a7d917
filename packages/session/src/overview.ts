import type { OverviewAnswer } from '@livetap/contract'
import { getOverview } from '@livetap/contract/calls/overview'
import type { ApiClient } from './api-client'
import { ApiError } from './api-error'
import { Scope } from './scope'
import { steadyNow } from './steady-now'
import { Store } from './store'

/** The page that shows it; nothing is asked while no one looks. */
export interface VisiblePage extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState
}

export interface OverviewOptions {
  api: Pick<ApiClient, 'call'>
  page: VisiblePage
  everyMs?: number
}

const EVERY_MS = 15_000

/**
 * What runs, waits and fails in the installation, as of the last answer. Undefined until there is one, while the server
 * does not answer, and for good where the deployment does not know the call: what shows it is then absent.
 */
export class Overview extends Store<OverviewAnswer | undefined> {
  readonly #options: OverviewOptions
  readonly #scope = new Scope()
  readonly #everyMs: number
  #askedAtMs = Number.NEGATIVE_INFINITY
  #isUnknown = false

  constructor(options: OverviewOptions) {
    super(undefined)
    this.#options = options
    this.#everyMs = options.everyMs ?? EVERY_MS
  }

  start(): void {
    const { page } = this.#options
    const askWhenOld = () => {
      if (steadyNow() - this.#askedAtMs >= this.#everyMs) void this.refresh()
    }
    this.#scope.listen(page, 'visibilitychange', askWhenOld)
    this.#scope.interval(() => void this.refresh(), this.#everyMs)
    void this.refresh()
  }

  /** Also for who has just changed what is counted. */
  readonly refresh = async (): Promise<void> => {
    const { api, page } = this.#options
    if (this.#isUnknown || this.#scope.disposed || page.visibilityState !== 'visible') return
    this.#askedAtMs = steadyNow()
    try {
      const { signal } = this.#scope
      this.replace(await api.call(getOverview, {}, { signal }))
    } catch (error) {
      this.#isUnknown = error instanceof ApiError && error.status === 404
      if (!this.#scope.disposed) this.replace(undefined)
    }
  }

  dispose(): void {
    this.#scope.dispose()
  }
}
