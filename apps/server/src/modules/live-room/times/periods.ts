export interface Range {
  fromMs: number
  toMs: number
}

export type PeriodKind = 'recording' | 'transcription' | 'assistant_disabled'

/** For how long something was on, on the meeting's clock. */
export interface Period extends Range {
  kind: PeriodKind
}

/** Kinds that last for as long as sound comes. */
export type SoundKind = Exclude<PeriodKind, 'assistant_disabled'>

/** A shorter hole is no pause: frames come late, and what was lost on the way is recognised through. */
const MAX_HOLE_MS = 2_000

interface SoundPeriod extends Period {
  isSaved: boolean
}

/** The periods of one room: begun and ended by switches and by the sound that comes, saved now and then. */
export class Periods {
  readonly #open = new Map<PeriodKind, number>()
  /** By voice and kind: several may speak at once. */
  readonly #sounding = new Map<string, SoundPeriod>()
  #closed: Period[] = []

  /** Sound of one voice, in the order of its time. */
  sound(kind: SoundKind, voice: string, { fromMs, toMs }: Range): void {
    const key = `${kind} ${voice}`
    const last = this.#sounding.get(key)
    if (last && fromMs >= last.fromMs && fromMs - last.toMs <= MAX_HOLE_MS) {
      last.isSaved &&= toMs <= last.toMs
      last.toMs = Math.max(last.toMs, toMs)
      return
    }
    if (last && !last.isSaved) this.#closed.push(periodOf(last))
    this.#sounding.set(key, { kind, fromMs, toMs, isSaved: false })
  }

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
    const sounding = [...this.#sounding.values()].filter(({ isSaved }) => !isSaved)
    const written = [...closed, ...sounding.map(periodOf), ...open]
    for (const period of sounding) period.isSaved = true
    try {
      await write(written)
    } catch (error) {
      for (const period of sounding) period.isSaved = false
      this.#closed = [...closed, ...this.#closed]
      throw error
    }
  }
}

const periodOf = ({ kind, fromMs, toMs }: Period): Period => ({ kind, fromMs, toMs })

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
