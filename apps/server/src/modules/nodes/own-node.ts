import type { Log } from '../../platform/log/log'
import type { ProcessIdentity } from '../../platform/process-identity'
import type { FleetStore } from './fleet.store'

export interface FleetTimes {
  heartbeatMs: number
  /** A worker not heard of for this long is taken for dead. */
  silentMs: number
}

export const fleetTimes: FleetTimes = { heartbeatMs: 2_000, silentMs: 12_000 }
const FORGET_AFTER_MS = 3_600_000
/** Changes of the load within this time are reported as one. */
const TELL_AFTER_MS = 100

export interface FleetWorkerOptions {
  store: FleetStore
  identity: ProcessIdentity
  cluster: string
  region: string
  capacity: number
  log: Log
  times?: FleetTimes
}

type BeatListener = (alive: boolean) => Promise<void> | void

/** This process as a member of the fleet: known while it beats, with how much it can take and how much it has. */
export class FleetWorker {
  readonly id: string
  readonly capacity: number
  readonly times: FleetTimes
  readonly #options: FleetWorkerOptions
  readonly #loads: (() => number)[] = []
  readonly #listeners: BeatListener[] = []
  #timer: NodeJS.Timeout | undefined
  #tellTimer: NodeJS.Timeout | undefined
  #telling: Promise<unknown> | undefined
  #beating: Promise<void> | undefined
  #lastBeatAt = 0
  #toldRunning = 0
  #stopped = false

  constructor(options: FleetWorkerOptions) {
    this.#options = options
    this.id = options.identity.pod
    this.capacity = options.capacity
    this.times = options.times ?? fleetTimes
  }

  /** What runs here and takes a place: recordings under way, live calls. */
  addLoad(count: () => number): void {
    this.#loads.push(count)
  }

  get running(): number {
    return this.#loads.reduce((sum, count) => sum + count(), 0)
  }

  /** Called after every beat; `alive` is false once others may take this worker for dead. */
  onBeat(listener: BeatListener): void {
    this.#listeners.push(listener)
  }

  async start(): Promise<void> {
    await this.beat()
    this.#timer = setInterval(() => void this.beat(), this.times.heartbeatMs)
    this.#timer.unref()
    this.#options.log.info({ worker: this.id, capacity: this.capacity }, 'worker registered')
  }

  /** One at a time: a slow database makes beats rarer, never more. */
  beat(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined
    })
    return this.#beating
  }

  /** The others learn of it soon. A thousand short recordings cost no thousand beats. */
  loadChanged(): void {
    if (this.#stopped) return
    this.#tellTimer ??= setTimeout(() => {
      this.#tellTimer = undefined
      if (this.running === this.#toldRunning) return
      this.#telling = Promise.all([this.#telling, this.#tell()])
    }, TELL_AFTER_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    clearTimeout(this.#tellTimer)
    await this.#telling
    await this.#beating
    await this.#options.store.remove(this.id)
  }

  async #beat(): Promise<void> {
    const { store, log } = this.#options
    await this.#tell()
    await store
      .forgetSilent(FORGET_AFTER_MS)
      .catch(error => log.warn({ err: error }, 'removing silent workers failed'))
    const alive = performance.now() - this.#lastBeatAt < this.times.silentMs
    for (const listener of this.#listeners) {
      await Promise.resolve(listener(alive)).catch(error => log.warn({ err: error }, 'heartbeat task failed'))
    }
  }

  async #tell(): Promise<void> {
    const { store, identity, cluster, region, log } = this.#options
    const { id, capacity, running } = this
    try {
      await store.heartbeat({ id, cluster, region, capacity, host: identity.host }, running)
      this.#lastBeatAt = performance.now()
      this.#toldRunning = running
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'heartbeat failed')
    }
  }
}
