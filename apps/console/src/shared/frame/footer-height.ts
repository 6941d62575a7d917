import { Store } from '@livetap/session'

class FooterHeight extends Store<{ px: number }> {
  show(px: number): void {
    this.set({ px })
  }
}

/** How high the screen's footer is; toasts stay above it. */
export const footerHeight = new FooterHeight({ px: 0 })
