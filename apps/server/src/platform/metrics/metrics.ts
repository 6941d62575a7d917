import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { waitAtMost } from '../wait-at-most'

/** A part that does not answer is missing in the answer, which comes all the same. */
const READING_MS = 4_000

export type LabelledValue<L extends string> = [labels: Record<L, string>, value: number]

/** One registry an app: tests run several beside each other. */
export class Metrics {
  readonly registry = new Registry()
  readonly requestSeconds = new Histogram({
    name: 'livetap_http_request_seconds',
    help: 'Time to answer, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  counter<L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** Read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }

  /** Each value with its labels, read when the metrics are asked for; none where that fails or takes too long. */
  gauges<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    read: () => Promise<LabelledValue<L>[]>,
  ): void {
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        let values: LabelledValue<L>[] = []
        const reading = read().then(
          found => {
            values = found
          },
          () => undefined,
        )
        await waitAtMost(READING_MS, reading)
        this.reset()
        // One without labels would be 0, which is a value.
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of values) this.set(labels, value)
      },
    })
  }

  close(): void {
    this.registry.clear()
  }
}
