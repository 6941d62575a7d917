import { type UploadPhase, Watched } from '@livetap/session'

export type UploadRowState = 'waiting' | 'creating' | UploadPhase | 'done' | 'failed'

export interface UploadRow {
  readonly fileName: string
  readonly bytes: number
  readonly state: UploadRowState
  readonly percent: number
  /** Why it failed, in the server's or the network's words. */
  readonly error?: string
}

/** How each file of an upload fares. Kept after the end, so that a failed one can be read and tried again. */
export class UploadRows extends Watched {
  #rows: readonly UploadRow[] = []

  readonly getSnapshot = (): readonly UploadRow[] => this.#rows

  begin(files: readonly File[]): void {
    this.#set(files.map(({ name, size }) => ({ fileName: name, bytes: size, state: 'waiting', percent: 0 })))
  }

  change(position: number, change: Partial<UploadRow>): void {
    this.#set(this.#rows.map((row, at) => (at === position ? { ...row, ...change } : row)))
  }

  readonly clear = (): void => this.#set([])

  #set(rows: readonly UploadRow[]): void {
    this.#rows = rows
    this.changed()
  }
}
