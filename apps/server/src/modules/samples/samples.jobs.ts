import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../platform/log/log'
import type { SamplesService } from './samples.service'

export interface SamplesJobOptions {
  samples: SamplesService
  /** Whether recordings can be recognised by now: on a first start the models may still be on their way. */
  isReady: () => Promise<boolean>
  log: Log
  everyMs?: number
}

/** In the background; a failure is a line in the log and another try at the next start. */
export function startSamples({ samples, isReady, log, everyMs = 5_000 }: SamplesJobOptions) {
  const stopping = new AbortController()
  const work = async () => {
    while (!(await isReady())) await wait(everyMs, undefined, { signal: stopping.signal })
    const brought = await samples.importSamples()
    if (brought > 0)
      log.info(
        {
          samples: brought,
          notice: `${brought} sample meetings are being transcribed: the start page lists them.`,
        },
        'sample meetings brought in',
      )
  }
  const running = work().catch(error => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'importing sample meetings failed')
  })
  return {
    running,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
