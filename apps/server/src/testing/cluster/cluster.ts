import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterUrl } from '../../platform/db/embedded/cluster-file'
import { freePort } from '../../platform/db/embedded/free-port'
import { type DebianProgram, debianPrograms, missingPrograms } from '../programs/debian-programs'
import { balancerMember, nodePath } from './balancer-member'
import { pgbouncerMember, postgresMember } from './database-members'
import type { Member } from './member'
import { nodeMember } from './node-member'
import { redisMember, s3Env, s3Member } from './store-members'

/** What a cluster can do without. */
export const optionalParts = ['haproxy', 'pgbouncer', 'redis', 's3'] as const
export type OptionalPart = (typeof optionalParts)[number]

/** What nodes connect to, each by an address of its own. */
export type Service = 'database' | 'database-direct' | 's3' | 'redis'

export interface Account {
  email: string
  password: string
}

export interface ClusterOptions {
  /** Holds a folder for each process. */
  folder: string
  /** The built server that gateways and workers run. */
  main: string
  gateways?: number
  workers?: number
  /** Of the one address; by default any that is free. */
  port?: number
  /** What browsers call it, where something stands in front of the balancer. */
  publicOrigin?: string
  without?: readonly OptionalPart[]
  account?: Account
  /** More variables of one node. */
  env?: (node: string) => Record<string, string>
  /** Puts something between a node and a service: answers the address that the node is given. */
  between?: (node: string, service: Service, address: string) => Promise<string>
}

/** Why this cluster cannot be started here; undefined when it can. */
export function clusterProblem(without: readonly OptionalPart[] = []): string | undefined {
  const programs: Record<OptionalPart, DebianProgram | undefined> = { ...debianPrograms, s3: undefined }
  return missingPrograms(
    ...optionalParts.flatMap(part => (without.includes(part) ? [] : (programs[part] ?? []))),
  )
}

/** A whole installation as real processes: the services, gateways and workers, and a balancer in front. */
export class Cluster {
  private constructor(
    /** What browsers call it. */
    readonly origin: string,
    readonly account: Account,
    /** By their names; those that others need come first. */
    readonly members: ReadonlyMap<string, Member>,
    readonly gateways: readonly Member[],
    readonly workers: readonly Member[],
    /** Of the database itself, for who looks into it from outside. */
    readonly databaseUrl: string,
  ) {}

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { folder, main, without = [], env, between = async (_node, _service, address) => address } = options
    const problem = clusterProblem(without)
    if (problem) throw new Error(problem)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const has = (part: OptionalPart) => !without.includes(part)
    const folderOf = (name: string) => join(folder, name)
    const started: Member[] = []
    const start = async (member: Member) => {
      started.push(member)
      await member.start()
      return member
    }
    try {
      const { member: postgres, file } = await postgresMember(folderOf('postgres'))
      const services = [start(postgres)]
      const pgbouncer = has('pgbouncer') ? await pgbouncerMember(folderOf('pgbouncer'), file) : undefined
      const redis = has('redis') ? await redisMember(folderOf('redis')) : undefined
      const s3 = has('s3') ? await s3Member(folderOf('s3')) : undefined
      for (const member of [redis, s3]) if (member) services.push(start(member))
      await Promise.all(services)
      if (pgbouncer) await start(pgbouncer.member)

      const names = {
        gateways: numbered('g', options.gateways ?? 3),
        workers: numbered('w', options.workers ?? 2),
      }
      const port = options.port ?? (await freePort())
      const account = options.account ?? keptAccount(folder)
      const secret = kept(join(folder, 'secret'), () => randomBytes(32).toString('hex'))
      const envOf = async (name: string): Promise<Record<string, string>> => ({
        DATABASE_URL: await between(name, 'database', clusterUrl(pgbouncer?.file ?? file)),
        ...(pgbouncer && {
          LIVETAP_DATABASE_DIRECT_URL: await between(name, 'database-direct', clusterUrl(file)),
        }),
        ...(s3
          ? s3Env(await between(name, 's3', `http://127.0.0.1:${s3.port}`))
          : { LIVETAP_STORAGE: folderOf('storage') }),
        ...(redis && { REDIS_URL: await between(name, 'redis', `redis://127.0.0.1:${redis.port}`) }),
        LIVETAP_SECRET: secret,
        LIVETAP_SAMPLES: 'off',
        LIVETAP_ADMIN_EMAIL: account.email,
        LIVETAP_ADMIN_PASSWORD: account.password,
        LIVETAP_MODELS: process.env.LIVETAP_MODELS ?? '',
        ...env?.(name),
      })
      const workers = await Promise.all(
        names.workers.map(async name =>
          nodeMember({ folder: folderOf(name), name, role: 'worker', main, env: await envOf(name) }),
        ),
      )
      // Their addresses are one behind a balancer, and each its own without it.
      const origin = has('haproxy') ? (options.publicOrigin ?? `http://127.0.0.1:${port}`) : undefined
      const gateways = await Promise.all(
        names.gateways.map(async name => {
          const shared: Record<string, string> = origin
            ? {
                LIVETAP_PUBLIC_URL: origin,
                LIVETAP_NODE_URL: origin + nodePath(name),
                LIVETAP_TRUSTED_PROXIES: 'loopback',
              }
            : {}
          const own = { ...(await envOf(name)), ...shared }
          return nodeMember({ folder: folderOf(name), name, role: 'gateway', main, env: own })
        }),
      )
      // The first one makes the tables; the others find them.
      await start(gateways[0]!)
      await Promise.all([...gateways.slice(1), ...workers].map(start))
      if (origin) await start(balancerMember(folderOf('haproxy'), port, gateways))
      return new Cluster(
        origin ?? `http://127.0.0.1:${gateways[0]!.port}`,
        account,
        new Map(started.map(member => [member.name, member])),
        gateways,
        workers,
        clusterUrl(file),
      )
    } catch (error) {
      await stopInOrder(started)
      throw error
    }
  }

  member(name: string): Member {
    const member = this.members.get(name)
    if (!member) throw new Error(`The cluster has no ${name}`)
    return member
  }

  stop(): Promise<void> {
    return stopInOrder([...this.members.values()])
  }
}

/** Nodes first, while they still reach what they have to write to; then the balancer, then the services. */
async function stopInOrder(members: readonly Member[]): Promise<void> {
  const isNode = ({ name }: Member) => /^[gw]\d+$/.test(name)
  await Promise.all(members.filter(isNode).map(member => member.stop()))
  for (const member of members.filter(one => !isNode(one)).reverse()) await member.stop()
}

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`)

/** What a folder had at its last start, or made now. */
function kept(path: string, make: () => string): string {
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}

const keptAccount = (folder: string): Account => ({
  email: 'admin@example.org',
  password: kept(join(folder, 'password'), () => randomBytes(12).toString('base64url')),
})
