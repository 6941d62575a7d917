import type { DestinationStream } from 'pino'

const WARN = 40
const ERROR = 50

interface Line {
  level: number
  msg?: string
  err?: { message?: string }
  /** What a person who started the server should hear of, in words for them. */
  notice?: string
}

/** What of the log concerns a person at a terminal: notices meant for them, warnings and errors, a line each. */
export function terminalLines(terminal: { write(text: string): unknown }): DestinationStream {
  return {
    write(json) {
      const { level, msg = '', err, notice } = JSON.parse(json) as Line
      if (notice) return void terminal.write(`${notice}\n`)
      if (level < WARN) return
      const why = err?.message ? ` (${err.message.split('\n')[0]})` : ''
      terminal.write(`${level >= ERROR ? 'Error' : 'Warning'}: ${msg}${why}\n`)
    },
  }
}
