import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Endpoint, prefixOf, type QueryValues, queryText } from '@livetap/contract/wire/endpoint'
import { fillPath } from '@livetap/contract/wire/fill-path'
import {
  type DatabaseServer,
  freezeCluster,
  processesIn,
  signalAll,
  smallDisk,
  spawnFolder,
  spawnServer,
  startDatabaseServer,
} from '@livetap/server/testing'
import { bearerOf } from '../../bench/lib/signed-in'
import { admin } from '../../e2e/support/server'

const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const DISK_MB = 400
const CALL_MS = 60_000
const RETRY_MS = 300
const PATIENCE_MS = 240_000

export interface Call {
  params?: Record<string, string>
  query?: QueryValues
  body?: unknown
  headers?: Record<string, string>
}

/** A gateway and a worker as processes of their own, over a database and a disk that can fail. */
export class OutageSite {
  #worker: ReturnType<typeof spawnServer> | undefined
  #token = ''
  /** Answers that should not have been given. */
  readonly wrong: string[] = []
  readonly seen = new Map<number, number>()

  private constructor(
    readonly database: DatabaseServer,
    readonly folder: Awaited<ReturnType<typeof spawnFolder>>,
    readonly disk: ReturnType<typeof smallDisk>,
    public gateway: ReturnType<typeof spawnServer>,
    readonly origin: string,
  ) {}

  static async start(): Promise<OutageSite> {
    const database = await startDatabaseServer()
    const folder = await spawnFolder()
    const disk = smallDisk(folder.path, DISK_MB)
    mkdirSync(join(folder.path, 'data'))
    const gateway = spawnServer(main, { ...OutageSite.#env(database, folder.path), LIVETAP_ROLE: 'gateway' })
    const site = new OutageSite(database, folder, disk, gateway, await gateway.listening)
    await site.startWorker()
    return site
  }

  /** One process with the database that it starts and watches itself. */
  static async startEmbedded(): Promise<OutageSite> {
    const folder = await spawnFolder()
    const cluster = join(folder.path, 'data', 'postgres')
    const database: DatabaseServer = {
      url: '',
      freeze: () => void freezeCluster(cluster),
      thaw: () => undefined,
      kill: () => signalAll(processesIn(cluster), 'SIGKILL'),
      start: async () => {},
      stop: async () => {},
      remove: async () => {},
    }
    mkdirSync(join(folder.path, 'data'))
    const { DATABASE_URL: _none, ...env } = OutageSite.#env(database, folder.path)
    const server = spawnServer(main, env)
    return new OutageSite(database, folder, undefined, server, await server.listening)
  }

  static #env(database: DatabaseServer, folder: string) {
    return {
      LIVETAP_DATA: join(folder, 'data'),
      DATABASE_URL: database.url,
      LIVETAP_ADMIN_EMAIL: admin.email,
      LIVETAP_ADMIN_PASSWORD: admin.password,
      LIVETAP_SECRET: 'a secret for the soak alone, long enough',
    }
  }

  get dataDir(): string {
    return join(this.folder.path, 'data')
  }

  async startWorker(): Promise<void> {
    this.#worker = spawnServer(main, {
      ...OutageSite.#env(this.database, this.folder.path),
      LIVETAP_ROLE: 'worker',
    })
    await this.#worker.listening
  }

  async killWorker(): Promise<void> {
    this.#worker!.child.kill('SIGKILL')
    await this.#worker!.exited
  }

  async killGateway(): Promise<void> {
    this.gateway.child.kill('SIGKILL')
    await this.gateway.exited
  }

  /** At the same address again. */
  async startGateway(): Promise<void> {
    this.gateway = spawnServer(main, {
      ...OutageSite.#env(this.database, this.folder.path),
      LIVETAP_ROLE: 'gateway',
      PORT: new URL(this.origin).port,
    })
    await this.gateway.listening
  }

  /** The processes that recognise for the gateway do not move until the answer is called. */
  stopRecognisers(): () => void {
    const pids = childrenOf(this.gateway.child.pid!).filter(isRecogniser)
    if (pids.length === 0) throw new Error('the gateway has no process that recognises')
    signalAll(pids, 'SIGSTOP')
    return () => signalAll(pids, 'SIGCONT')
  }

  get deaths(): string[] {
    const dead = []
    if (this.gateway.child.exitCode !== null)
      dead.push(`the gateway ended with ${this.gateway.child.exitCode}`)
    const worker = this.#worker?.child.exitCode ?? null
    if (worker !== null) dead.push(`the worker ended with ${worker}`)
    return dead
  }

  async signIn(): Promise<void> {
    this.#token = await bearerOf(this.origin)
  }

  /** One call, as it is answered. Anything over 499 but 503 with a Retry-After is noted as wrong. */
  async call(endpoint: Endpoint, { params = {}, query, body, headers }: Call = {}): Promise<Response> {
    const path = prefixOf(endpoint.family) + fillPath(endpoint.path, params) + queryText(query)
    const raw = body instanceof Uint8Array || body === undefined
    const answer = await fetch(this.origin + path, {
      method: endpoint.method,
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(!raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ? (body as Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body),
    })
    this.seen.set(answer.status, (this.seen.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500 && !(answer.status === 503 && answer.headers.get('retry-after')))
      this.wrong.push(
        `${endpoint.name} answered ${answer.status}: ${(await answer.clone().text()).slice(0, 200)}`,
      )
    return answer
  }

  /** Asks again as a person does, for as long as the service says that it is away. */
  async callWithRetry<T>(endpoint: Endpoint, call: Call = {}): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const answer = await this.call(endpoint, call)
      if (answer.ok) return (await answer.json()) as T
      if (answer.status !== 503 || Date.now() > deadline)
        throw new Error(`${endpoint.name} answered ${answer.status}: ${await answer.text()}`)
      await wait(RETRY_MS)
    }
  }

  async stop(): Promise<number | null> {
    this.#worker?.child.kill('SIGTERM')
    this.gateway.child.kill('SIGTERM')
    await this.#worker?.exited
    const code = await this.gateway.exited
    this.disk?.remove()
    await this.folder.remove()
    await this.database.remove()
    return code
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const isRecogniser = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recognizer')
