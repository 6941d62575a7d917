export class ConcurrencyLimitError extends Error {
  override readonly name = 'ConcurrencyLimitError'
  readonly reason = 'queue_full'

  constructor() {
    super('too much of this work is waiting')
  }
}

export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets `concurrency` pieces of work run at once and `maxWaiting` wait in order; more are refused. */
export function createConcurrencyLimit({
  concurrency,
  maxWaiting,
}: {
  concurrency: number
  maxWaiting: number
}): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = () => {
    if (running < concurrency) {
      running += 1
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) return Promise.reject(new ConcurrencyLimitError())
    return new Promise<void>(resolve => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
