import type { UploadedMeeting } from '@livetap/contract'
import { Watched } from '@livetap/session'

const kept = 50

/** What was uploaded since the page was loaded, newest first: the list outlives a look at one of its meetings. */
export class UploadedListStore extends Watched {
  #meetings: readonly UploadedMeeting[] = []

  readonly getSnapshot = (): readonly UploadedMeeting[] => this.#meetings

  readonly add = (meeting: UploadedMeeting): void => {
    this.#meetings = [meeting, ...this.#meetings].slice(0, kept)
    this.changed()
  }
}

export const uploadedListStore = new UploadedListStore()
