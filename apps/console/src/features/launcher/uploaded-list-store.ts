import type { UploadedMeeting } from '@livetap/contract'

const kept = 50

/** What was uploaded since the page was loaded, newest first: the list outlives a look at one of its meetings. */
export class UploadedListStore {
  readonly #listeners = new Set<() => void>()
  #meetings: readonly UploadedMeeting[] = []

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): readonly UploadedMeeting[] => this.#meetings

  readonly add = (meeting: UploadedMeeting): void => {
    this.#meetings = [meeting, ...this.#meetings].slice(0, kept)
    for (const listener of [...this.#listeners]) listener()
  }
}

export const uploadedListStore = new UploadedListStore()
