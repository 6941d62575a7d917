import type { Conference } from '@livetap/contract'
import { cancelConference } from '@livetap/contract/calls/conferencing'
import type { ApiClient } from '../api-client'
import { toError } from '../api-error'
import type { Notices } from '../notices'
import { Store } from '../store'

interface RemovalTools {
  api: Pick<ApiClient, 'send'>
  notices: Pick<Notices, 'offerUndo'>
}

/** Removed and hidden, or why it could not be. */
export type Removal = { readonly state: 'removed' } | { readonly state: 'refused'; readonly reason: string }

/**
 * Scheduled conferences that were removed here. A provider cannot bring one back, so it is told only when the offer to
 * undo is over, or when the page goes; until then the conference is hidden.
 */
export class ScheduledRemovals extends Store<ReadonlyMap<string, Removal>> {
  constructor() {
    super(new Map())
  }

  remove({ id, title }: Pick<Conference, 'id' | 'title'>, { api, notices }: RemovalTools): void {
    this.#set(id, { state: 'removed' })
    notices.offerUndo({
      text: `Removed ${title}`,
      onUndo: () => this.#set(id, undefined),
      onSettled: () => void this.#cancel(id, api),
    })
  }

  async #cancel(id: string, api: RemovalTools['api']): Promise<void> {
    try {
      await api.send(cancelConference, { params: { id } }, { outlivesPage: true })
    } catch (error) {
      this.#set(id, { state: 'refused', reason: toError(error).message })
    }
  }

  #set(id: string, removal: Removal | undefined): void {
    const others = [...this.getSnapshot()].filter(([one]) => one !== id)
    this.replace(new Map(removal ? [...others, [id, removal]] : others))
  }
}
