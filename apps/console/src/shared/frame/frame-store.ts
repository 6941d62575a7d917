import { Watched } from '@livetap/session'

/** What the open screen shows in the top bar. */
export interface ScreenHeading {
  title: string
  id: string | undefined
  idLabel: string
}

const nothing: ScreenHeading = { title: '', id: undefined, idLabel: 'id' }

/** The newest screen's heading; the one before it returns when it leaves. */
class FrameStore extends Watched {
  readonly #headings: { readonly heading: ScreenHeading }[] = []

  readonly getSnapshot = (): ScreenHeading => this.#headings.at(-1)?.heading ?? nothing

  show(heading: ScreenHeading): () => void {
    const entry = { heading }
    this.#headings.push(entry)
    this.changed()
    return () => {
      const at = this.#headings.indexOf(entry)
      if (at < 0) return
      this.#headings.splice(at, 1)
      this.changed()
    }
  }
}

export const frameStore = new FrameStore()
