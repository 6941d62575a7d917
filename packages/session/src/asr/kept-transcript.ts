import type { AsrLine } from './asr-transcript'

/** What a browser keeps of a recognition that nobody has saved. */
export interface Kept {
  readonly startedAtMs: number
  readonly lines: readonly AsrLine[]
}

/** Some eight hours of speech. */
const MAX_LINES = 5000

/** The transcript of this browser's last recognition: it outlives a reload and a closed tab. */
export class KeptTranscript {
  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    private readonly key: string,
  ) {}

  read(): Kept | undefined {
    try {
      const kept = JSON.parse(this.storage.getItem(this.key) ?? 'null') as Kept | null
      return kept && Array.isArray(kept.lines) && kept.lines.length > 0 ? kept : undefined
    } catch {
      return undefined
    }
  }

  /** False where the browser has no room. */
  write({ startedAtMs, lines }: Kept): boolean {
    try {
      if (lines.length === 0) this.storage.removeItem(this.key)
      else this.storage.setItem(this.key, JSON.stringify({ startedAtMs, lines: lines.slice(-MAX_LINES) }))
      return true
    } catch {
      return false
    }
  }

  clear(): void {
    this.storage.removeItem(this.key)
  }
}
