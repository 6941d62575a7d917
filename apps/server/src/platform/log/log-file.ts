import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Room for days of one person's work; what is older is in the file before it, and then gone. */
const MAX_LOG_BYTES = 16 * 2 ** 20

/** A log file that is at most twice as large as the bound: the full one is kept once, as `NAME.old`. */
export function openLogFile(path: string, maxBytes = MAX_LOG_BYTES): DestinationStream {
  const open = () => openSync(path, 'a', 0o600)
  let file = open()
  let held = fstatSync(file).size
  const turn = () => {
    closeSync(file)
    renameSync(path, `${path}.old`)
    file = open()
    held = 0
  }
  return {
    write(line) {
      try {
        if (held >= maxBytes) turn()
        held += writeSync(file, line)
      } catch {
        // A full disk costs lines of the log, never the call that wrote them.
      }
    },
  }
}
