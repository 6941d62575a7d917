/**
 * Files chosen on one screen for the next: they cannot travel in an address. Held in memory only, so a
 * reload forgets them and the next screen asks again.
 */
export type HandoverKey = 'vendor_tags_file' | 'transcripts_file'

export class FileHandover {
  readonly #files = new Map<HandoverKey, File>()

  put(key: HandoverKey, file: File): void {
    this.#files.set(key, file)
  }

  /** Taken once: going back and forth does not act on the same file again. */
  take(key: HandoverKey): File | undefined {
    const file = this.#files.get(key)
    this.#files.delete(key)
    return file
  }
}

export const fileHandover = new FileHandover()
