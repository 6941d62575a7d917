import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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

  close(): void {
    this.registry.clear()
  }
}
