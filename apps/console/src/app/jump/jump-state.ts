import { Store } from '@livetap/session'

class JumpState extends Store<{ readonly isOpen: boolean }> {
  readonly open = (): void => this.set({ isOpen: true })
  readonly close = (): void => this.set({ isOpen: false })
}

/** Whether the jump box is open. */
export const jumpState = new JumpState({ isOpen: false })
