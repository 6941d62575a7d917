import { Store } from '@livetap/session'

/** Whether the list of keys is open; `?` and the top bar's button open it. */
class KeyboardHelpState extends Store<{ readonly isOpen: boolean }> {
  readonly open = (): void => this.set({ isOpen: true })
  readonly close = (): void => this.set({ isOpen: false })
}

export const keyboardHelp = new KeyboardHelpState({ isOpen: false })
