import type { Conference } from '@livetap/contract'
import { cancelConference } from '@livetap/contract/calls/conferencing'
import type { ApiClient } from '../api-client'
import { reportOf } from '../api-error'
import type { Notices } from '../notices'
import { Store } from '../store'

interface RemovalTools {
  api: Pick<ApiClient, 'send'>
  notices: Notices
}

/**
 * Scheduled conferences that were removed here. A provider cannot bring one back, so it is told only when the offer to
 * undo is over, or when the page goes; until then the conference is hidden.
 */
export class ScheduledRemovals extends Store<ReadonlySet<string>> {
  constructor() {
    super(new Set())
  }

  remove({ id, title }: Pick<Conference, 'id' | 'title'>, tools: RemovalTools): void {
    this.replace(new Set([...this.getSnapshot(), id]))
    tools.notices.offerUndo({
      text: `Removed ${title}`,
      onUndo: () => this.#show(id),
      onSettled: () => void this.#cancel(id, title, tools),
    })
  }

  async #cancel(id: string, title: string, { api, notices }: RemovalTools): Promise<void> {
    try {
      await api.send(cancelConference, { params: { id } }, { outlivesPage: true })
    } catch (error) {
      this.#show(id)
      const [reason, detail] = reportOf(error)
      notices.error(`${title} was not removed: ${reason}`, detail)
    }
  }

  #show(id: string): void {
    this.replace(new Set([...this.getSnapshot()].filter(one => one !== id)))
  }
}
