import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Endpoint, prefixOf, queryText } from '@livetap/contract/wire/endpoint'
import { fillPath } from '@livetap/contract/wire/fill-path'
import { type DatabaseServer, spawnFolder, spawnServer, startDatabaseServer } from '@livetap/server/testing'
import { bearerOf } from '../../bench/lib/signed-in'
import { admin } from '../../e2e/support/server'
import type { Call } from './outage-site'
import type { ReleaseBundle } from './release-bundles'

const CALL_MS = 10_000
const RETRY_MS = 200
const PATIENCE_MS = 120_000

/** Asked again: the node goes, or has had enough for now. */
const later = new Set([429, 503])

export interface FleetNode {
  name: string
  origin: string
  server: ReturnType<typeof spawnServer>
}

/** Nodes of several releases over one database and one storage. */
export class MixedFleet {
  /** Those that gateways' calls go to, the preferred one first. */
  readonly gateways: FleetNode[] = []
  readonly nodes: FleetNode[] = []
  /** Calls go to the gateways in turn, and not to the preferred one. */
  spreads = false
  #turn = 0
  readonly #tokens = new Map<string, string>()

  private constructor(
    readonly database: DatabaseServer,
    readonly folder: Awaited<ReturnType<typeof spawnFolder>>,
  ) {}

  static async start(): Promise<MixedFleet> {
    return new MixedFleet(await startDatabaseServer(), await spawnFolder())
  }

  async startNode(
    name: string,
    release: Pick<ReleaseBundle, 'main'>,
    role: 'gateway' | 'worker' = 'gateway',
  ): Promise<FleetNode> {
    const dataDir = join(this.folder.path, name)
    mkdirSync(dataDir)
    const server = spawnServer(release.main, {
      DATABASE_URL: this.database.url,
      LIVETAP_DATA: dataDir,
      LIVETAP_STORAGE: join(this.folder.path, 'storage'),
      LIVETAP_ROLE: role,
      LIVETAP_CAPACITY: '4',
      LIVETAP_SECRET: 'a secret for the soak alone, long enough',
      LIVETAP_ADMIN_EMAIL: admin.email,
      LIVETAP_ADMIN_PASSWORD: admin.password,
    })
    const node = { name, server, origin: await server.listening }
    this.nodes.push(node)
    if (role === 'gateway') {
      this.#tokens.set(node.origin, await bearerOf(node.origin))
      this.gateways.push(node)
    }
    return node
  }

  /** As an upgrade does it; answers the exit code. */
  async stopNode(node: FleetNode): Promise<number | null> {
    node.server.child.kill('SIGTERM')
    const code = await node.server.exited
    const at = this.gateways.indexOf(node)
    if (at >= 0) this.gateways.splice(at, 1)
    return code
  }

  /** Of the first gateway that answers, as a balancer does it; asked again while none does. */
  async call(endpoint: Endpoint, { params = {}, query, body, headers }: Call = {}): Promise<Response> {
    const path = prefixOf(endpoint.family) + fillPath(endpoint.path, params) + queryText(query)
    const raw = body instanceof Uint8Array || body === undefined
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      for (const { origin } of this.#inOrder()) {
        const answer = await fetch(origin + path, {
          method: endpoint.method,
          signal: AbortSignal.timeout(CALL_MS),
          headers: {
            authorization: `Bearer ${this.#tokens.get(origin)}`,
            ...(!raw && { 'content-type': 'application/json' }),
            ...headers,
          },
          body: raw ? (body as Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body),
        }).catch(() => undefined)
        if (answer && !later.has(answer.status)) return answer
      }
      if (performance.now() > deadline) throw new Error(`no gateway answers ${endpoint.name}`)
      await wait(RETRY_MS)
    }
  }

  #inOrder(): FleetNode[] {
    if (!this.spreads || this.gateways.length === 0) return [...this.gateways]
    const first = this.#turn++ % this.gateways.length
    return [...this.gateways.slice(first), ...this.gateways.slice(0, first)]
  }

  async json<T>(endpoint: Endpoint, call: Call = {}): Promise<T> {
    const answer = await this.call(endpoint, call)
    if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  /** What the processes said, the newest lines. */
  output(): string {
    return this.nodes.map(({ name, server }) => `${name}: ${server.output().stdout.slice(-4_000)}`).join('\n')
  }

  async remove(): Promise<void> {
    for (const { server } of this.nodes) server.child.kill('SIGKILL')
    await Promise.all(this.nodes.map(({ server }) => server.exited))
    await this.folder.remove()
    await this.database.remove()
  }
}
