import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'

/** Minutes of the most talkative log; a reader that is further behind is not reading. */
const MAX_WAITING_BYTES = 4 * 2 ** 20

type Output = Writable & { isTTY?: boolean; _handle?: { setBlocking?(blocking: boolean): unknown } }

export interface BoundedOutput extends DestinationStream {
  /** Resolves when everything is written, or after this time. */
  flush(timeoutMs: number): Promise<void>
}

/**
 * Lines for a reader that may be slow, stuck or gone. A write never blocks and never throws: what the reader does not
 * take waits up to a bound, and beyond it lines are dropped and their number is reported once there is room.
 */
export function boundedOutput(output: Writable, maxBytes = MAX_WAITING_BYTES): BoundedOutput {
  let dropped = 0
  let gone = false
  const { isTTY } = output as Output
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') gone = true
  })
  // Node writes to a terminal synchronously: one that is stopped (Ctrl-S) would stop the whole process.
  if (isTTY) (output as Output)._handle?.setBlocking?.(false)
  const droppedLine = (lines: number) =>
    isTTY
      ? `Warning: ${lines} lines were dropped\n`
      : `${JSON.stringify({ level: 40, time: Date.now(), lines, msg: 'log lines dropped' })}\n`
  return {
    write(line) {
      if (gone) return
      if (output.writableLength + line.length > maxBytes) {
        dropped += 1
        return
      }
      if (dropped > 0) output.write(droppedLine(dropped))
      dropped = 0
      output.write(line)
    },
    async flush(timeoutMs) {
      for (const deadline = performance.now() + timeoutMs; !gone && output.writableLength > 0; ) {
        if (performance.now() > deadline) return
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    },
  }
}
