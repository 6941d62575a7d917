/** What the open screen shows in the top bar. */
export interface ScreenHeading {
  title: string
  id: string | undefined
  idLabel: string
}

const nothing: ScreenHeading = { title: '', id: undefined, idLabel: 'id' }

/** The newest screen's heading; the one before it returns when it leaves. */
export class FrameStore {
  readonly #headings: { readonly heading: ScreenHeading }[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): ScreenHeading => this.#headings.at(-1)?.heading ?? nothing

  show(heading: ScreenHeading): () => void {
    const entry = { heading }
    this.#headings.push(entry)
    this.#changed()
    return () => {
      const at = this.#headings.indexOf(entry)
      if (at < 0) return
      this.#headings.splice(at, 1)
      this.#changed()
    }
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

export const frameStore = new FrameStore()
