import { NODE_SILENT_MS } from '../../platform/db/running-nodes'
import type { Log } from '../../platform/log/log'
import { type OneAtATime, oneAtATime } from '../../platform/one-at-a-time'
import type { NodeReport } from './node-tables'
import type { Load, NodeRecord, NodesStore } from './nodes.store'

export interface NodeTimes {
  heartbeatMs: number
  /** A process not heard of for this long is taken for dead: others take over what it had. */
  silentMs: number
}

const nodeTimes: NodeTimes = { heartbeatMs: 2_000, silentMs: NODE_SILENT_MS }
const FORGET_AFTER_MS = 3_600_000
/** Changes of the load within this time are written as one. */
const LOAD_DELAY_MS = 100

export interface OwnNodeOptions extends Omit<NodeRecord, 'url'> {
  store: NodesStore
  /** Where its sockets are: 'ws://host:port'. */
  url: string
  log: Log
  times?: NodeTimes
}

/** This process among the nodes: known while it beats, with how much it can take and how much it has. */
export class OwnNode {
  readonly pod: string
  readonly id: string
  readonly host: string
  readonly url: string
  readonly region: string
  readonly capacity: number
  readonly times: NodeTimes
  readonly #options: OwnNodeOptions
  readonly #counts: Record<keyof Load, (() => number)[]> = { recordings: [], calls: [] }
  readonly #listeners: OneAtATime[] = []
  readonly #heartbeat: OneAtATime
  #timer: NodeJS.Timeout | undefined
  #loadTimer: NodeJS.Timeout | undefined
  #lastBeatAt = 0
  #written = ''
  #stopped = false
  #draining = false
  #report: (() => NodeReport) | undefined

  constructor(options: OwnNodeOptions) {
    this.#options = options
    this.pod = options.pod
    this.id = options.id
    this.host = options.host
    this.url = options.url
    this.region = options.region
    this.capacity = options.capacity
    this.times = options.times ?? nodeTimes
    this.#heartbeat = oneAtATime(
      () => this.#write(),
      error => options.log.warn({ reason: (error as Error).message }, 'heartbeat failed'),
    )
  }

  /** What runs here and takes a place. */
  addLoad(kind: keyof Load, count: () => number): void {
    this.#counts[kind].push(count)
  }

  /** Said with every heartbeat. */
  reports(report: () => NodeReport): void {
    this.#report = report
  }

  /** It takes no more work: an operator wants that, which is learnt with a heartbeat, or it stops. */
  get isDraining(): boolean {
    return this.#draining
  }

  /** From now on it takes no more work, and every other node knows. */
  async drain(): Promise<void> {
    this.#draining = true
    await this.#options.store.setDraining(this.pod, true)
  }

  /** Whether another process would go on with recordings that this one gives back. */
  async isReplaceable(): Promise<boolean> {
    return await this.#options.store.othersTakeRecordings(this.pod, this.times.silentMs)
  }

  /** Looks now at what it is to do, and does it. */
  async beat(): Promise<void> {
    await this.#heartbeat.run()
    if (!this.#stopped) this.#notifyListeners()
  }

  get load(): Load {
    const sum = (counts: (() => number)[]) => counts.reduce((total, count) => total + count(), 0)
    return { recordings: sum(this.#counts.recordings), calls: sum(this.#counts.calls) }
  }

  /**
   * Called after every beat, unless its last call is still under way: no heartbeat waits for it. `alive` is false once
   * others may take this process for dead.
   */
  onBeat(listener: (alive: boolean) => Promise<void> | void): void {
    const { log } = this.#options
    this.#listeners.push(
      oneAtATime(
        async () => listener(this.#isAlive),
        error => log.warn({ err: error }, 'heartbeat task failed'),
      ),
    )
  }

  async start(): Promise<void> {
    const { store, log, role } = this.#options
    await this.#write()
    await store.removeEarlier(this)
    this.#timer = setInterval(() => void this.#regularBeat(), this.times.heartbeatMs)
    this.#timer.unref()
    this.#notifyListeners()
    log.info({ pod: this.pod, node: this.id, role, capacity: this.capacity }, 'node registered')
  }

  /** The others learn of it soon. A thousand short recordings cost no thousand heartbeats. */
  loadChanged(): void {
    if (this.#stopped) return
    this.#loadTimer ??= setTimeout(() => {
      this.#loadTimer = undefined
      if (JSON.stringify(this.load) !== this.#written) void this.#heartbeat.run()
    }, LOAD_DELAY_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#loadTimer)
    await Promise.all([this.#heartbeat, ...this.#listeners].map(one => one.stop()))
    await this.#options.store.remove(this.pod)
  }

  get #isAlive(): boolean {
    return performance.now() - this.#lastBeatAt < this.times.silentMs
  }

  async #regularBeat(): Promise<void> {
    const { store, log } = this.#options
    await this.beat()
    if (this.#stopped) return
    await store
      .forgetSilent(FORGET_AFTER_MS)
      .catch(error => log.warn({ err: error }, 'removing silent nodes failed'))
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) if (!listener.isRunning) void listener.run()
  }

  async #write(): Promise<void> {
    const { store, id, role, cluster, region, host, version } = this.#options
    const { pod, capacity, load } = this
    const url = role === 'worker' ? null : this.url
    const node = { pod, id, role, cluster, region, host, version, capacity, url }
    const beganAt = performance.now()
    this.#draining = await store.heartbeat(node, load, this.#report?.())
    this.#lastBeatAt = beganAt
    this.#written = JSON.stringify(load)
  }
}
