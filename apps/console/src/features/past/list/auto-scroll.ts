import { Store } from '@livetap/session'

interface AutoScrollState {
  readonly isOn: boolean
}

/** Whether the list follows the sound: not while the mouse is over it, not while the window is unfocused. */
export class AutoScroll extends Store<AutoScrollState> {
  #isOver = false
  #isFocused = true

  constructor() {
    super({ isOn: true })
  }

  /** Reads the window's focus for as long as the screen is open, whether a list is shown or not. */
  readonly watchWindow = (): (() => void) => {
    const controller = new AbortController()
    const { signal } = controller
    const focused = (isFocused: boolean) => () => {
      this.#isFocused = isFocused
      this.#decide()
    }
    window.addEventListener('focus', focused(true), { signal })
    window.addEventListener('blur', focused(false), { signal })
    focused(document.hasFocus())()
    return () => controller.abort()
  }

  attach(list: HTMLElement): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const over = (isOver: boolean) => (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      this.#isOver = isOver
      this.#decide()
    }
    list.addEventListener('pointerenter', over(true), { signal })
    list.addEventListener('pointerleave', over(false), { signal })
    return () => {
      controller.abort()
      this.#isOver = false
      this.#decide()
    }
  }

  #decide(): void {
    this.set({ isOn: this.#isFocused && !this.#isOver })
  }
}
