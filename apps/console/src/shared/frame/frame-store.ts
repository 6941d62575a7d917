import { Watched } from '@livetap/session'

/** What the open screen shows in the top bar. */
export interface ScreenHeading {
  title: string
  id: string | undefined
  idLabel: string
}

const nothing: ScreenHeading = { title: '', id: undefined, idLabel: 'id' }

/** The newest screen's heading; the one before it returns when it leaves. The tab is named after it. */
class FrameStore extends Watched {
  readonly #headings: { readonly heading: ScreenHeading }[] = []
  /** What several screens are about, such as a meeting. */
  #subject = ''

  readonly getSnapshot = (): ScreenHeading => this.#headings.at(-1)?.heading ?? nothing

  show(heading: ScreenHeading): () => void {
    const entry = { heading }
    this.#headings.push(entry)
    this.#shown()
    return () => {
      const at = this.#headings.indexOf(entry)
      if (at < 0) return
      this.#headings.splice(at, 1)
      this.#shown()
    }
  }

  /** The tab's name begins with it until it is released. */
  readonly showSubject = (subject: string): (() => void) => {
    this.#subject = subject
    this.#nameTab()
    return () => {
      this.#subject = ''
      this.#nameTab()
    }
  }

  #shown(): void {
    this.#nameTab()
    this.changed()
  }

  /** Between two screens the name stays. */
  #nameTab(): void {
    const { title } = this.getSnapshot()
    if (title) document.title = [this.#subject, title, 'Livetap'].filter(Boolean).join(' · ')
  }
}

export const frameStore = new FrameStore()
