import type { ApiClient } from '../api-client'
import type { Notices } from '../notices'
import type { MediaElement } from './player/media-element'

export interface PastSessionOptions {
  api: ApiClient
  meetingId: string
  /** Where to stand when the player is ready. */
  startAtMs?: number | undefined
  userName: string
  createMedia: () => MediaElement
  notify: Notices
  /** Leaves the screen for another address. */
  goTo: (path: string) => void
}
