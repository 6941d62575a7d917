import type { Log } from '../log/log'

/** From the first signal to the end of the process, regardless of what hangs. */
const DEADLINE_MS = 9_500
/** Ctrl-C reaches us from the terminal and from npm alike; only one that comes later means "now". */
const SAME_SIGNAL_MS = 1_000
const LAST_LINES_MS = 300

export interface Stoppable {
  log: Log
  /** Our own output, whose last lines are worth a moment. */
  output: { flush(timeoutMs: number): Promise<void> }
  /** Releases everything; may be called while it is still being acquired. */
  close(): Promise<void>
}

export interface Stopping {
  readonly isStopping: boolean
  stop(reason: string, exitCode: number): void
}

/** Ends the process in good order on a signal, and within the deadline in every case. */
export function stopOnSignal({ log, output, close }: Stoppable): Stopping {
  let since: number | undefined
  const stop = async (reason: string, exitCode: number) => {
    if (since !== undefined) return performance.now() - since > SAME_SIGNAL_MS ? process.exit(1) : undefined
    since = performance.now()
    setTimeout(() => process.exit(1), DEADLINE_MS)
    log.info({ signal: reason, notice: 'Stopping...' }, 'server stopping')
    await close().catch(error => log.error({ err: error }, 'server did not stop cleanly'))
    log.info('server stopped')
    await output.flush(LAST_LINES_MS)
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(signal, 0))
  return {
    get isStopping() {
      return since !== undefined
    },
    stop: (reason, exitCode) => void stop(reason, exitCode),
  }
}
