import { statfs } from 'node:fs/promises'
import type { SystemAnswer, SystemHistory } from '@livetap/contract'
import type { EngineRegistry } from '@livetap/speech'
import type { Health } from '../../platform/health/health'
import { installation } from '../../platform/installation'
import { waitAtMost } from '../../platform/wait-at-most'
import type { Viewer } from '../access'
import type { RedisStatus } from '../cache'
import type { DiagnosticsService, RatesStore } from '../diagnostics'
import type { EventRecorder } from '../events'
import type { NodeSamplesStore, NodesModule, NodesStore } from '../nodes'

export interface SystemServiceOptions {
  health: Pick<Health, 'readiness'>
  engines: Pick<EngineRegistry, 'list'>
  folders: readonly string[]
  waiting(): Promise<number>
  cache(): Promise<RedisStatus>
  nodes: Pick<NodesStore, 'all'>
  setDraining: NodesModule['setDraining']
  logs: Pick<DiagnosticsService, 'search'>
  recorder: Pick<EventRecorder, 'log' | 'written'>
  samples: Pick<NodeSamplesStore, 'recent'>
  rates: Pick<RatesStore, 'errors' | 'recognised'>
}

const LAST_ERRORS = 10
const STEP_MS = 60_000
const ERRORS_OF_MS = 24 * 3_600_000
/** A page of health must answer while something is ill. */
const ANSWER_MS = 4_000

/** How the installation itself is doing. A part that does not answer is left empty, never the whole page. */
export class SystemService {
  constructor(private readonly options: SystemServiceOptions) {}

  async state(viewer: Viewer): Promise<SystemAnswer> {
    const [checks, engines, disk, queue, nodes, errors] = await Promise.all([
      orElse(this.#checks(), [{ name: 'health', ok: false, detail: 'no answer in time' }]),
      orElse(this.#engines(), []),
      orElse(this.#disk(), []),
      orElse(this.options.waiting(), 0),
      orElse(this.#nodes(), []),
      orElse(this.#errors(viewer), []),
    ])
    return { version: installation.version, checks, engines, disk, queue, nodes, errors }
  }

  /** How each process did, minute by minute: a minute without a sample is a gap, even where the log knows it. */
  async history(): Promise<SystemHistory> {
    const { recorder, samples: store, rates } = this.options
    await recorder.written()
    const samples = await store.recent()
    const from = samples[0]?.at
    if (!from) return { step_ms: STEP_MS, samples: [] }
    const [errors, recordings] = await Promise.all([rates.errors(from), rates.recognised(from)])
    const errorsOf = byMinute(errors)
    const recordingsOf = byMinute(recordings)
    return {
      step_ms: STEP_MS,
      samples: samples.map(({ pod, at, memoryBytes, queue, live }) => ({
        pod,
        time: at.toISOString(),
        queue,
        memory_bytes: memoryBytes,
        errors: errorsOf.get(keyOf(pod, at))?.value ?? 0,
        speed: speedOf(live, recordingsOf.get(keyOf(pod, at))),
      })),
    }
  }

  /** False where there is no such node. */
  async drain(pod: string, draining: boolean, by: string): Promise<boolean> {
    if (!(await this.options.setDraining(pod, draining))) return false
    this.options.recorder.log('nodeDraining', { pod_name: pod, draining, by })
    return true
  }

  async #checks(): Promise<SystemAnswer['checks']> {
    const [{ checks, disk }, cache] = await Promise.all([
      this.options.health.readiness(),
      this.options.cache(),
    ])
    const detail =
      cache.status === 'ok'
        ? `${cache.latency_ms} ms`
        : cache.status === 'disabled'
          ? 'not configured'
          : cache.reason
    return [
      ...Object.entries(checks).map(([name, result]) => ({
        name,
        ok: result === 'ok',
        detail: result === 'ok' ? 'answers' : result,
      })),
      { name: 'disk', ok: disk === 'ok', detail: disk === 'ok' ? 'has space' : 'low' },
      {
        name: 'cache',
        ok: cache.status !== 'unreachable',
        detail,
        ...(cache.status === 'disabled' && { off: true }),
      },
    ]
  }

  async #engines(): Promise<SystemAnswer['engines']> {
    const engines = await this.options.engines.list()
    return engines.map(({ name, available, reason = '', note = '' }) => ({ name, available, reason, note }))
  }

  async #disk(): Promise<SystemAnswer['disk']> {
    return await Promise.all(
      this.options.folders.map(async folder => {
        const { bavail, blocks, bsize } = await statfs(folder)
        return { folder, free_bytes: bavail * bsize, total_bytes: blocks * bsize }
      }),
    )
  }

  async #nodes(): Promise<SystemAnswer['nodes']> {
    const nodes = await this.options.nodes.all()
    return nodes.map(({ report, started_at, heartbeat_at: _, url: _url, silent_ms, ...node }) => ({
      ...node,
      started_at: started_at.toISOString(),
      silent_ms: Math.max(0, silent_ms),
      log_loss: report.logLoss ?? { log: 0, ledger: 0, waiting: 0 },
    }))
  }

  async #errors(viewer: Viewer): Promise<SystemAnswer['errors']> {
    const to = new Date()
    const from = new Date(to.getTime() - ERRORS_OF_MS)
    return (await this.options.logs.search(viewer, { from, to, severity: 'ERROR', limit: LAST_ERRORS }))
      .entries
  }
}

const keyOf = (pod: string, minute: Date) => `${minute.getTime()} ${pod}`
const byMinute = <R extends { pod: string; minute: Date }>(rates: readonly R[]) =>
  new Map(rates.map(rate => [keyOf(rate.pod, rate.minute), rate]))

interface Recognised {
  soundMs: number
  workMs: number
}

/** Sound over the time its recognition took: 2 is twice as fast as it is heard. */
function speedOf(live: Recognised, recordings: Recognised = { soundMs: 0, workMs: 0 }): number | null {
  const workMs = live.workMs + recordings.workMs
  return workMs === 0 ? null : (live.soundMs + recordings.soundMs) / workMs
}

async function orElse<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let answer = otherwise
  await waitAtMost(
    ANSWER_MS,
    work.then(
      value => {
        answer = value
      },
      () => undefined,
    ),
  )
  return answer
}
