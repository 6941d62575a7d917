import type { BackupTarget } from '../target/backup-target'
import type { Piece } from '../target/manifest'

/** Small objects share parts: the last few are kept. */
const KEPT = 4

/** Reads pieces of parts; neighbours that share one read it once. */
export class PartReader {
  readonly #kept = new Map<string, Promise<Uint8Array>>()

  constructor(private readonly target: BackupTarget) {}

  async *read(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
    for (const [index, [part, at, length]] of pieces.entries()) {
      const content = this.#part(part)
      // The next one is fetched while this one is written.
      const next = pieces[index + 1]
      if (next) this.#part(next[0])
      yield (await content).subarray(at, at + length)
    }
  }

  #part(name: string): Promise<Uint8Array> {
    const content = this.#kept.get(name) ?? this.target.part(name)
    this.#kept.delete(name)
    this.#kept.set(name, content)
    // Awaited by its reader; one that is not read must not count as unhandled.
    content.catch(() => undefined)
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(old)
    }
    return content
  }
}
