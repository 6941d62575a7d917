import type { Log } from '../log/log'
import { isOutage } from '../outage'

/**
 * What no one else handled. A rejection concerns one piece of work and a broken connection its own users: both are
 * logged and the process lives on. After any other exception its state is unknown: `stop` ends it in good order.
 */
export function installLastHandlers(log: Log, stop: () => void): void {
  process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'uncaught exception')
    if (!isOutage(error)) stop()
  })
}
