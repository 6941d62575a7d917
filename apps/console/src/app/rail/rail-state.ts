import { Store } from '@livetap/session'

const KEY = 'livetap.rail.pinned'

/** What lies over the screen until something in it is chosen: the labels of the rail, or a sheet of the bottom bar. */
export type RailSheet = 'labels' | 'meetings' | 'more'

interface RailSnapshot {
  /** Labels stay beside the icons wherever the window has room for them. */
  readonly isPinned: boolean
  readonly open: RailSheet | undefined
}

class RailState extends Store<RailSnapshot> {
  readonly togglePinned = (): void => {
    const isPinned = !this.getSnapshot().isPinned
    this.set({ isPinned, open: undefined })
    try {
      localStorage.setItem(KEY, String(isPinned))
    } catch {
      // A full or forbidden storage costs the memory, never the rail.
    }
  }

  readonly toggle = (sheet: RailSheet): void =>
    this.set({ open: this.getSnapshot().open === sheet ? undefined : sheet })

  readonly close = (): void => this.set({ open: undefined })
}

export const railState = new RailState({ isPinned: localStorage.getItem(KEY) === 'true', open: undefined })
