/**
 * Files chosen on one screen for the next: they cannot travel in an address. Held in memory only, so a
 * reload forgets them and the next screen asks again.
 */
export type HandoverKey = 'vendor_tags_file' | 'transcripts_file' | 'local_audio_file'

export class FileHandover {
  readonly #files = new Map<HandoverKey, File>()

  /** Nothing in the place of a file takes the last one away. */
  put(key: HandoverKey, file: File | undefined): void {
    if (file) this.#files.set(key, file)
    else this.#files.delete(key)
  }

  /** For a screen that opens again with the same files when the user comes back to it. */
  get(key: HandoverKey): File | undefined {
    return this.#files.get(key)
  }

  /** In an effect or a handler, never while rendering. Taken once: going back and forth does not act on the same file again. */
  take(key: HandoverKey): File | undefined {
    const file = this.#files.get(key)
    this.#files.delete(key)
    return file
  }
}

export const fileHandover = new FileHandover()
