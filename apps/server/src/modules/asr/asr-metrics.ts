import { Histogram } from 'prom-client'
import type { Metrics } from '../../platform/metrics/metrics'

const seconds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

/** What the gateway counts over all streams. */
export class AsrMetrics {
  readonly audioSeconds
  readonly interims
  readonly finals
  readonly refusals
  readonly firstResult
  readonly lag

  constructor(metrics: Metrics, live: () => number, resumable: () => number) {
    const registers = [metrics.registry]
    this.audioSeconds = metrics.counter('livetap_asr_audio_seconds_total', 'Audio received', ['engine'])
    this.interims = metrics.counter('livetap_asr_interims_total', 'Interim results sent', ['engine'])
    this.finals = metrics.counter('livetap_asr_finals_total', 'Final results sent', ['engine'])
    this.refusals = metrics.counter('livetap_asr_refusals_total', 'Streams refused or ended', ['reason'])
    this.firstResult = new Histogram({
      name: 'livetap_asr_first_result_seconds',
      help: 'From the first audio of a stream to its first result',
      labelNames: ['engine'],
      buckets: seconds,
      registers,
    })
    this.lag = new Histogram({
      name: 'livetap_asr_lag_seconds',
      help: 'Audio received beyond the end of a segment when its final result came',
      labelNames: ['engine'],
      buckets: seconds,
      registers,
    })
    metrics.gauge('livetap_asr_streams', 'Sockets of the ASR proxy', live)
    metrics.gauge('livetap_asr_shelved_streams', 'Streams kept for a client that was cut', resumable)
  }
}

export interface StreamSummary {
  audioMs: number
  interims: number
  finals: number
  firstResultMs: number | undefined
  worstLagMs: number
}

/** Of one stream. Its audio is counted in steps: a single message touches nothing here. */
export class StreamMetrics {
  #firstAudioAt: number | undefined
  readonly summary: StreamSummary = {
    audioMs: 0,
    interims: 0,
    finals: 0,
    firstResultMs: undefined,
    worstLagMs: 0,
  }

  constructor(
    readonly all: AsrMetrics,
    readonly engine: string,
    readonly onEnded: (summary: StreamSummary) => void,
  ) {}

  audioBegins(): void {
    this.#firstAudioAt = performance.now()
  }

  /** How much audio there has been so far. */
  audio(receivedMs: number): void {
    if (receivedMs === this.summary.audioMs) return
    this.all.audioSeconds.inc({ engine: this.engine }, (receivedMs - this.summary.audioMs) / 1000)
    this.summary.audioMs = receivedMs
  }

  interim(): void {
    this.#result()
    this.summary.interims += 1
    this.all.interims.inc({ engine: this.engine })
  }

  final(lagMs: number): void {
    this.#result()
    this.summary.finals += 1
    this.summary.worstLagMs = Math.max(this.summary.worstLagMs, lagMs)
    this.all.finals.inc({ engine: this.engine })
    this.all.lag.observe({ engine: this.engine }, Math.max(0, lagMs) / 1000)
  }

  ended(): void {
    this.onEnded(this.summary)
  }

  #result(): void {
    if (this.summary.firstResultMs !== undefined || this.#firstAudioAt === undefined) return
    this.summary.firstResultMs = performance.now() - this.#firstAudioAt
    this.all.firstResult.observe({ engine: this.engine }, this.summary.firstResultMs / 1000)
  }
}
