export interface Range {
  fromMs: number
  toMs: number
}

export type PeriodKind = 'recording' | 'transcription' | 'assistant_disabled'

/** For how long something was on, on the meeting's clock. */
export interface Period extends Range {
  kind: PeriodKind
}

/** The periods of one room: begun and ended by switches, saved now and then. */
export class Periods {
  readonly #open = new Map<PeriodKind, number>()
  #closed: Period[] = []

  set(kind: PeriodKind, on: boolean, nowMs: number): void {
    const fromMs = this.#open.get(kind)
    if (on === (fromMs !== undefined)) return
    if (on) this.#open.set(kind, nowMs)
    else {
      this.#open.delete(kind)
      this.#closed.push({ kind, fromMs: fromMs!, toMs: nowMs })
    }
  }

  /** Writes what is new, the open ones up to now; what could not be written is written the next time. */
  async save(nowMs: number, write: (periods: readonly Period[]) => Promise<void>): Promise<void> {
    const closed = this.#closed
    this.#closed = []
    const open = [...this.#open].map(([kind, fromMs]) => ({ kind, fromMs, toMs: nowMs }))
    try {
      await write([...closed, ...open])
    } catch (error) {
      this.#closed = [...closed, ...this.#closed]
      throw error
    }
  }
}

/** Of the ranges together, without what lies in `except`. */
export function totalMs(ranges: readonly Range[], except: readonly Range[] = []): number {
  return lengthOf([...ranges, ...except]) - lengthOf(except)
}

/** Of the union. */
function lengthOf(ranges: readonly Range[]): number {
  let length = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { fromMs, toMs } of [...ranges].sort((a, b) => a.fromMs - b.fromMs)) {
    length += Math.max(0, toMs - Math.max(fromMs, end))
    end = Math.max(end, toMs)
  }
  return length
}
