import type { Random } from '@livetap/server/testing'
import pg from 'pg'
import { FaultSite } from './fault-site'
import type { Watchers } from './watchers'

export interface FaultContext {
  site: FaultSite
  random: Random
  watchers: Watchers
}

/** What breaks, and how it is made whole again. */
export interface Fault {
  kind: string
  /** How long it lasts. */
  ms: readonly [least: number, most: number]
  /** Why it cannot be made here; absent: it can be made everywhere. */
  needs?: (site: FaultSite) => string | undefined
  begin(context: FaultContext): Promise<Repair>
}

/** Ends the fault; resolves when what was broken is ready again. `target` is what it struck. */
export interface Repair {
  target: string
  end(): Promise<void> | void
}

type Struck = (context: FaultContext) => string

const gateway: Struck = ({ site, random }) => random.pick(site.cluster.gateways).name
const worker: Struck = ({ site, random }) => random.pick(site.cluster.workers).name
const service =
  (name: string): Struck =>
  () =>
    name

const isThere = (name: string) => (site: FaultSite) =>
  site.cluster.members.has(name) ? undefined : `the cluster has no ${name}`

/** kill -9 of a process and all that it has started. */
const killed = (kind: string, struck: Struck, ms: Fault['ms'], needs?: Fault['needs']): Fault => ({
  kind: `${kind} killed`,
  ms,
  needs,
  async begin(context) {
    const member = context.site.cluster.member(struck(context))
    await member.kill()
    return { target: member.name, end: () => member.start() }
  },
})

/** Told to end, and started again. */
const stopped = (kind: string, struck: Struck, ms: Fault['ms'], needs?: Fault['needs']): Fault => ({
  kind,
  ms,
  needs,
  async begin(context) {
    const member = context.site.cluster.member(struck(context))
    await member.stop()
    return { target: member.name, end: () => member.start() }
  },
})

/** STOP, and CONT at its end. */
const frozen = (kind: string, struck: Struck, ms: Fault['ms'], needs?: Fault['needs']): Fault => ({
  kind: `${kind} frozen`,
  ms,
  needs,
  async begin(context) {
    const member = context.site.cluster.member(struck(context))
    member.freeze()
    return { target: member.name, end: () => member.thaw() }
  },
})

const anyLink = ({ site, random }: FaultContext) => random.pick([...site.links.keys()].sort())

const diskFull = (name: string): Fault => ({
  kind: `disk of ${name} full`,
  ms: [4_000, 10_000],
  needs: site => (site.disks.has(name) ? undefined : 'mounting a small disk is not allowed here'),
  async begin({ site }) {
    const disk = site.disks.get(name)!
    disk.fill()
    return { target: name, end: () => disk.free() }
  },
})

const clockStep = (kind: string, struck: Struck): Fault => ({
  kind: `clock of a ${kind} set`,
  ms: [5_000, 12_000],
  needs: () => (FaultSite.hasFaketime ? undefined : 'libfaketime is not installed'),
  async begin(context) {
    const name = struck(context)
    const seconds = context.random.pick([-3_600, -90, 90, 3_600])
    context.site.stepClock(name, seconds)
    return { target: `${name} by ${seconds} s`, end: () => context.site.stepClock(name, 0) }
  },
})

export const faults: readonly Fault[] = [
  killed('gateway', gateway, [500, 4_000]),
  stopped('gateway drained', gateway, [500, 3_000]),
  frozen('gateway', gateway, [3_000, 14_000]),
  killed('worker', worker, [500, 3_000]),
  stopped('worker drained', worker, [500, 3_000]),
  frozen('worker', worker, [3_000, 14_000]),
  killed('database', service('postgres'), [500, 3_000]),
  stopped('database stopped', service('postgres'), [2_000, 8_000]),
  frozen('database', service('postgres'), [2_000, 8_000]),
  killed('PgBouncer', service('pgbouncer'), [500, 3_000], isThere('pgbouncer')),
  frozen('PgBouncer', service('pgbouncer'), [2_000, 8_000], isThere('pgbouncer')),
  killed('Redis', service('redis'), [1_000, 6_000], isThere('redis')),
  frozen('Redis', service('redis'), [2_000, 8_000], isThere('redis')),
  killed('S3', service('s3'), [500, 4_000]),
  frozen('S3', service('s3'), [2_000, 8_000]),
  killed('balancer', service('haproxy'), [500, 3_000]),
  stopped('balancer stopped', service('haproxy'), [1_000, 5_000]),
  {
    kind: 'connections cut',
    ms: [1_000, 4_000],
    async begin(context) {
      const name = anyLink(context)
      const link = context.site.links.get(name)!
      link.goDown()
      return { target: name, end: () => link.mend() }
    },
  },
  {
    kind: 'network slow',
    ms: [4_000, 8_000],
    async begin(context) {
      const name = anyLink(context)
      const link = context.site.links.get(name)!
      link.rate = 20_000
      return {
        target: name,
        end() {
          link.rate = Number.POSITIVE_INFINITY
        },
      }
    },
  },
  {
    kind: 'network half-open',
    ms: [4_000, 12_000],
    async begin(context) {
      const name = anyLink(context)
      const link = context.site.links.get(name)!
      link.freeze()
      return {
        target: name,
        end() {
          // What was swallowed does not come any more: the connections are no good.
          link.cut()
          link.thaw()
        },
      }
    },
  },
  {
    kind: 'clients cut',
    ms: [500, 3_000],
    async begin({ site }) {
      site.front.goDown()
      return { target: 'clients', end: () => site.front.mend() }
    },
  },
  {
    kind: 'clients slow',
    ms: [3_000, 8_000],
    async begin({ site }) {
      site.front.rate = 100_000
      return {
        target: 'clients',
        end() {
          site.front.rate = Number.POSITIVE_INFINITY
        },
      }
    },
  },
  {
    kind: 'clients half-open',
    ms: [3_000, 8_000],
    async begin({ site }) {
      site.front.freeze()
      return {
        target: 'clients',
        end() {
          site.front.cut()
          site.front.thaw()
        },
      }
    },
  },
  diskFull('s3'),
  diskFull('w1'),
  clockStep('gateway', gateway),
  clockStep('worker', worker),
  {
    kind: 'jobs delivered twice',
    ms: [100, 100],
    async begin({ site }) {
      const client = new pg.Client({ connectionString: site.cluster.databaseUrl, query_timeout: 10_000 })
      client.on('error', () => undefined)
      await client.connect()
      try {
        // As a takeover leaves them, while the worker that has them works on.
        const { rowCount } = await client.query(
          "update job set state = 'queued', worker_id = null, token = null where state = 'running'",
        )
        return { target: `${rowCount} jobs`, end: () => undefined }
      } finally {
        await client.end().catch(() => undefined)
      }
    },
  },
  {
    kind: 'watchers slow or gone',
    ms: [3_000, 8_000],
    async begin({ watchers }) {
      const count = await watchers.join()
      return { target: `${count} watchers`, end: () => watchers.leave() }
    },
  },
]
