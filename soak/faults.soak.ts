/**
 * A whole cluster (gateways, workers, database, S3, Redis, balancer) under faults of every kind while users do what they
 * do; at the end an audit compares all that was acknowledged with what is stored. LIVETAP_FAULT_SEED repeats a schedule,
 * LIVETAP_FAULT_MINUTES is how long it goes on; `--only=kind,kind` strikes by some kinds alone.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildNumberedNode, clusterProblem } from '@livetap/server/testing'
import { FaultSite } from './lib/faults/fault-site'
import { brokenPromises, faultTable } from './lib/faults/fault-table'
import { REAL_LANGUAGE, realMeeting } from './lib/faults/operations/real-meeting'
import { runFaults } from './lib/faults/run-faults'

const MINUTES = 20
const option = (name: string) =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const seed = Number(process.env.LIVETAP_FAULT_SEED ?? Math.floor(Math.random() * 1e6))
const minutes = Number(process.env.LIVETAP_FAULT_MINUTES ?? MINUTES)
const print = (line: string) => process.stdout.write(`${line}\n`)

const problem = clusterProblem()
if (problem) {
  print(problem)
  process.exit(1)
}
print(`LIVETAP_FAULT_SEED=${seed} LIVETAP_FAULT_MINUTES=${minutes}`)
const build = join(fileURLToPath(new URL('../node_modules/.cache', import.meta.url)), `faults-${process.pid}`)
let broken: string[] = []
try {
  const site = await FaultSite.start({ main: await buildNumberedNode(build), realLanguage: REAL_LANGUAGE })
  print(`${site.cluster.members.size} processes run in ${site.folder}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void site.stop().finally(() => process.exit(1)))
  try {
    const only = option('only')?.split(',')
    const run = await runFaults(site, { seed, minutes, only, print, more: [realMeeting] })
    print(`\n${faultTable(site, run)}`)
    broken = brokenPromises(site, run, { times: true })
  } finally {
    await site.stop()
  }
} finally {
  rmSync(build, { recursive: true, force: true })
}
for (const one of broken) print(one)
print(broken.length === 0 ? 'nothing was lost or doubled' : `${broken.length} promises broken`)
process.exit(broken.length === 0 ? 0 : 1)
