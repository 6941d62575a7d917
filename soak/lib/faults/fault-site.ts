import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Cluster,
  type ClusterOptions,
  CuttingProxy,
  type Member,
  type Service,
  smallDisk,
} from '@livetap/server/testing'
import { OutageMeter } from './outage-meter'

const RESTART_MS = 500
const S3_DISK_MB = 900
const WORKER_DISK_MB = 300
const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find(path => existsSync(path))

export interface FaultSiteOptions extends Pick<ClusterOptions, 'main' | 'gateways' | 'workers' | 'without'> {
  /** Streams in this language are recognised by the product's own engine; by default none. */
  realLanguage?: string
}

/** A cluster with a network, disks and clocks that can be broken. */
export class FaultSite {
  readonly meter = new OutageMeter()
  /** Meetings that run now, for watchers to join. */
  readonly running = new Set<string>()
  /** Of the recording that training edits and archives are about. */
  shards: readonly string[] = []
  /** Of gateways and workers that were not asked to end. */
  readonly deaths: string[] = []
  #isStopping = false

  private constructor(
    readonly cluster: Cluster,
    readonly folder: string,
    /** Between the clients and the balancer. */
    readonly front: CuttingProxy,
    /** By 'g1 database'. */
    readonly links: ReadonlyMap<string, CuttingProxy>,
    readonly disks: ReadonlyMap<string, NonNullable<ReturnType<typeof smallDisk>>>,
  ) {}

  static readonly hasFaketime = FAKETIME !== undefined

  static async start({ realLanguage = '', ...options }: FaultSiteOptions): Promise<FaultSite> {
    const folder = mkdtempSync(join(tmpdir(), 'livetap-faults-'))
    // The database runs as another user, who must be able to walk through.
    chmodSync(folder, 0o755)
    const disks = new Map<string, NonNullable<ReturnType<typeof smallDisk>>>()
    const addDisk = (name: string, path: string, megabytes: number) => {
      mkdirSync(path, { recursive: true })
      const disk = smallDisk(path, megabytes)
      if (disk) disks.set(name, disk)
    }
    addDisk('s3', join(folder, 's3', 'objects'), S3_DISK_MB)
    addDisk('w1', join(folder, 'w1', 'data'), WORKER_DISK_MB)
    const front = await CuttingProxy.start()
    const links = new Map<string, CuttingProxy>()
    const release = async () => {
      for (const proxy of [front, ...links.values()]) await proxy.stop()
      for (const disk of disks.values()) disk.remove()
      rmSync(folder, { recursive: true, force: true })
    }
    try {
      const cluster = await Cluster.start({
        ...options,
        folder,
        publicOrigin: front.origin,
        account: { email: 'ann@example.org', password: 'correct horse battery staple' },
        env: node => ({
          ...clockEnv(folder, node),
          LIVETAP_WHISPER: 'base',
          LIVETAP_REAL_LANGUAGE: realLanguage,
        }),
        between: async (node, service, address) => {
          const link = await CuttingProxy.start(address)
          links.set(`${node} ${service}`, link)
          const through = new URL(address)
          through.port = String(link.port)
          return through.href.replace(/\/$/, '')
        },
      })
      front.leadTo(`http://127.0.0.1:${cluster.member('haproxy').port}`)
      const site = new FaultSite(cluster, folder, front, links, disks)
      site.meter.processes = () => [process.pid, ...cluster.gateways.flatMap(({ pid }) => pid ?? [])]
      for (const member of cluster.members.values()) site.#supervise(member)
      return site
    } catch (error) {
      await release()
      throw error
    }
  }

  /** As a system's supervisor would; of our own processes none should need it. */
  #supervise(member: Member): void {
    const startAgain = () => {
      if (this.#isStopping || member.isRunning) return
      member.start().catch(() => setTimeout(startAgain, RESTART_MS))
    }
    member.onDeath = how => {
      if (this.#isStopping) return
      if (/^[gw]\d/.test(member.name)) this.deaths.push(`${member.name}: ${how}\n${member.lastLines()}`)
      setTimeout(startAgain, RESTART_MS)
    }
  }

  get origin(): string {
    return this.cluster.origin
  }

  link(node: string, service: Service): CuttingProxy {
    return this.links.get(`${node} ${service}`)!
  }

  /** What the node's clock says, beside the true time. */
  stepClock(node: string, seconds: number): void {
    writeFileSync(clockFile(this.folder, node), `${seconds >= 0 ? '+' : ''}${seconds}\n`)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.cluster.stop()
    await Promise.all([this.front.stop(), ...[...this.links.values()].map(link => link.stop())])
    for (const disk of this.disks.values()) disk.remove()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const clockFile = (folder: string, node: string) => join(folder, `${node}.clock`)

function clockEnv(folder: string, node: string): Record<string, string> {
  if (!FAKETIME) return {}
  const path = clockFile(folder, node)
  writeFileSync(path, '+0\n')
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_CACHE_DURATION: '1',
    // Waits go by the steady clock, which no one sets.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
