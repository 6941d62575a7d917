/** A line of progress this often; on a terminal, where it replaces the one before, more often. */
const LINE_MS = 10_000
const TERMINAL_MS = 500

export interface ProgressOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/** How far the command is, on standard error. */
export class Progress {
  #stage = ''
  #bytes = 0
  #items = 0
  #shownAt = 0
  #isLineOpen = false

  constructor(private readonly output: ProgressOutput) {}

  stage(text: string): void {
    this.#close()
    this.#stage = text
    this.#bytes = 0
    this.#items = 0
    this.#shownAt = performance.now()
    this.output.write(`${text}\n`)
  }

  add(bytes: number, items = 0): void {
    this.#bytes += bytes
    this.#items += items
    const now = performance.now()
    if (now - this.#shownAt < (this.output.isTTY ? TERMINAL_MS : LINE_MS)) return
    this.#shownAt = now
    const text = `${this.#stage}: ${this.#items}, ${bytesText(this.#bytes)}`
    if (this.output.isTTY) this.output.write(`\r\u001b[K${text}`)
    else this.output.write(`${text}\n`)
    this.#isLineOpen = this.output.isTTY === true
  }

  done(): void {
    this.#close()
  }

  #close(): void {
    if (this.#isLineOpen) this.output.write('\n')
    this.#isLineOpen = false
  }
}

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
