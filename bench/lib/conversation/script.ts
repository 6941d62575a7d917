/** Who speaks when in a composed conversation: turns, pauses, interruptions, and listeners who agree. */

export interface Line {
  person: number
  /** In samples. */
  at: number
  said: Int16Array
}

export interface Script {
  lines: Line[]
  /** Share of the time with speech in which two or more speak. */
  overlap: number
}

export interface Speaks {
  persons: number
  samples: number
  says: (person: number) => Promise<Int16Array>
  agrees: (person: number) => Promise<Int16Array>
  next: () => number
}

const rate = 16_000
const wantedOverlap = 0.15
/** In so many of the longer turns a listener agrees aloud. */
const agreementShare = 0.5

/** Adds up speech and overlap in steps of 10 ms. */
class Meter {
  readonly #counts: Uint8Array
  constructor(samples: number) {
    this.#counts = new Uint8Array(Math.ceil(samples / 160))
  }
  add({ at, said }: Line): void {
    const last = Math.min(this.#counts.length, Math.round((at + said.length) / 160))
    for (let step = Math.round(at / 160); step < last; step++) this.#counts[step]! += 1
  }
  overlap(): number {
    let [speech, both] = [0, 0]
    for (const count of this.#counts) {
      if (count > 0) speech++
      if (count > 1) both++
    }
    return both / Math.max(1, speech)
  }
}

/** People differ in how much they say. */
function chooser(persons: number, next: () => number) {
  const shares = Array.from({ length: persons }, () => 0.5 + next())
  return (but: number): number => {
    const total = shares.reduce((sum, share, person) => sum + (person === but ? 0 : share), 0)
    let left = next() * total
    for (let person = 0; person < persons; person++) {
      if (person === but) continue
      left -= shares[person]!
      if (left <= 0) return person
    }
    return (but + 1) % persons
  }
}

export async function writeScript({ persons, samples, says, agrees, next }: Speaks): Promise<Script> {
  const lines: Line[] = []
  const meter = new Meter(samples)
  const put = (line: Line) => {
    if (line.at + line.said.length >= samples) return false
    lines.push(line)
    meter.add(line)
    return true
  }
  const other = chooser(persons, next)
  let person = -1
  /** Of the sentence that was said last. */
  let last = 0
  let end = Math.round(rate * next())
  for (let turn = 0; ; turn++) {
    const before = person
    person = turn < persons ? turn : next() < 0.1 ? person : other(person)
    const isInterrupting = turn > 0 && person !== before && meter.overlap() < wantedOverlap
    const gap = isInterrupting
      ? -Math.round(Math.min(0.6 * last, (0.3 + 2 * next()) * rate))
      : Math.round((0.08 + 0.9 * next() ** 2) * rate)
    let at = Math.max(0, end + gap)
    const begun = at
    const sentences = 1 + Math.floor(3 * next() ** 2)
    for (let i = 0; i < sentences; i++) {
      const said = await says(person)
      if (!put({ person, at, said })) return { lines, overlap: meter.overlap() }
      end = Math.max(end, at + said.length)
      last = said.length
      at += said.length + Math.round((0.15 + 0.3 * next()) * rate)
    }
    if (persons > 1 && end - begun > 3 * rate && next() < agreementShare) {
      const listener = other(person)
      const at = begun + Math.round((0.3 + 0.5 * next()) * (end - begun))
      put({ person: listener, at, said: await agrees(listener) })
    }
  }
}
