import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Cluster, type OptionalPart, optionalParts } from './cluster'
import type { Member } from './member'

/** A cluster for trying by hand: until Ctrl+C, each process that dies is reported and started again. */
const RESTART_MS = 1_000

const print = (line: string) => process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = parseArgs({
    options: {
      gateways: { type: 'string', default: '3' },
      workers: { type: 'string', default: '2' },
      port: { type: 'string', default: '8080' },
      folder: { type: 'string', default: 'data/cluster' },
      without: { type: 'string', default: '' },
      'no-restart': { type: 'boolean', default: false },
    },
  })
  const count = (name: 'gateways' | 'workers' | 'port', least: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a number from ${least}`)
    return value
  }
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find(part => !(optionalParts as readonly string[]).includes(part))
  if (unknown) throw new Error(`--without knows ${optionalParts.join(', ')}, and not ${unknown}`)
  return {
    gateways: count('gateways', 1),
    workers: count('workers', 0),
    port: count('port', 1),
    folder: resolve(values.folder),
    without: without as OptionalPart[],
    restarts: !values['no-restart'],
  }
}

function watch(member: Member, restarts: boolean, isStopping: () => boolean): void {
  const startAgain = async () => {
    if (isStopping()) return
    try {
      await member.start()
      print(`${member.name} runs again, pid ${member.pid}`)
    } catch (error) {
      if (isStopping()) return
      print((error as Error).message)
      setTimeout(startAgain, RESTART_MS)
    }
  }
  member.onDeath = how => {
    if (isStopping()) return
    print(`${member.name} died: ${how}; see ${member.logFile}`)
    if (restarts) setTimeout(startAgain, RESTART_MS)
  }
}

async function main(): Promise<void> {
  const { restarts, ...options } = readOptions()
  const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
  let stopping: Promise<void> | undefined
  const starting = Cluster.start({ ...options, main })
  const stop = () => {
    if (!stopping) print('Stopping...')
    stopping ??= starting.then(cluster => cluster.stop()).catch(() => undefined)
    void stopping.then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const cluster = await starting
  for (const member of cluster.members.values()) watch(member, restarts, () => stopping !== undefined)
  if (stopping) return
  const width = Math.max(...[...cluster.members.keys()].map(name => name.length))
  for (const { name, pid, port, logFile } of cluster.members.values())
    print(`${name.padEnd(width)}  pid ${String(pid).padEnd(8)}port ${String(port).padEnd(6)} ${logFile}`)
  print(`\nLivetap runs at ${cluster.origin}`)
  print(`Sign in as ${cluster.account.email} with ${cluster.account.password}`)
  print('Ctrl+C stops it.')
}

main().catch(error => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
})
