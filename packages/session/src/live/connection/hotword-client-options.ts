import type { Clock } from './clock'
import type { CreateHotwordSocket } from './hotword-link'
import type { HotwordEvent } from './hotword-snapshot'

export interface HotwordClientOptions {
  meetingId: string
  /** Asked for again at every connect: the ticket in it is for one connection. */
  liveAddress: (signal: AbortSignal) => Promise<string>
  /** The meeting is over, so asking for its address again is useless. */
  isOver?: (error: unknown) => boolean
  createSocket?: CreateHotwordSocket
  /** Where a hidden tab cannot slow the pings down; the tab's own timers by default. */
  clock?: Clock
  now?: () => number
  languageCode?: () => string
  csi?: number
  keepMs?: number
  onEvent: (event: HotwordEvent) => void
  log?: (text: string, detail?: unknown) => void
}
