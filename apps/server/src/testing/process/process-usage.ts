import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface ProcessUsage {
  rssBytes: number
  /** What is reachable, where garbage was collected before it was measured. */
  heapBytes: number
  cpuSeconds: number
}

/** What a process is asked: `collect` takes processor time itself. */
export type UsageOrder = 'usage' | 'collect'

const isOrder = (message: unknown): message is UsageOrder => message === 'usage' || message === 'collect'

/** Answers what this process has used whenever its parent asks. */
export function answerUsage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('message', message => {
    if (!isOrder(message)) return
    if (message === 'collect') for (let times = 0; times < 3; times++) collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const usage: ProcessUsage = {
      rssBytes: rss,
      heapBytes: heapUsed + external,
      cpuSeconds: (user + system) / 1e6,
    }
    process.send?.({ type: 'usage', usage })
  })
}

/** Of a process that answers. */
export function usageOf(
  child: { send(order: UsageOrder): unknown } & NodeJS.EventEmitter,
  order: UsageOrder = 'usage',
): Promise<ProcessUsage> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the process ended before it said what it has used'))
    const onMessage = (message: { type?: string; usage?: ProcessUsage }) => {
      if (message.type !== 'usage') return
      child.off('message', onMessage).off('exit', onExit)
      resolve(message.usage!)
    }
    child.on('message', onMessage).once('exit', onExit)
    child.send(order)
  })
}
