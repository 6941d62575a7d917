import { EventEmitter } from 'node:events'
import { boundedOutput } from '../../platform/log/bounded-output'
import { createLog } from '../../platform/log/log'
import { installLastHandlers } from '../../platform/process/last-handlers'
import { stopOnSignal } from '../../platform/process/stop-on-signal'

/** Makes one fault after the other, each in a turn of its own. */
const output = boundedOutput(process.stdout)
const log = createLog('info', output)
const stopping = stopOnSignal({ log, output, close: async () => log.info('closed') })
installLastHandlers(log, () => stopping.stop('uncaught exception', 1))

const faults = [
  () => void Promise.reject(new Error('unhandled in this test')),
  () =>
    void new EventEmitter().emit(
      'error',
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    ),
  () => log.info('alive'),
  () => {
    throw new Error('internal mistake')
  },
]
for (const [at, fault] of faults.entries()) setTimeout(fault, at * 20)
setInterval(() => undefined, 1000)
