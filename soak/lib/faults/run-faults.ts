import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '@livetap/server/testing'
import { FaultClient, WrongAnswers } from './fault-client'
import type { FaultSite } from './fault-site'
import { type Fault, type FaultContext, faults } from './faults'
import type { Audit, Finding, Operation } from './operation'
import { operations } from './operations'
import { liveMeetings } from './operations/live-meetings'
import { trainableRecording } from './operations/training'
import { Watchers } from './watchers'

export interface FaultRunOptions {
  seed: number
  minutes: number
  /** By their kinds; absent: all. */
  only?: readonly string[]
  print?: (line: string) => void
  /** More than the usual ones. */
  more?: readonly Operation[]
  /** How many do the same beside each other, at most. */
  mostParallel?: number
}

export interface OperationResult {
  runs: number
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** Runs that came to no end by themselves. */
  failed: string[]
}

export interface FaultRun {
  seed: number
  minutes: number
  /** How often each kind struck. */
  struck: Map<string, number>
  /** Kinds that cannot be made here, and why. */
  impossible: Map<string, string>
  operations: Map<string, OperationResult>
  /** Answers that should not have been given, and how often. */
  wrong: ReadonlyMap<string, number>
  /** Faults whose end was not ready by itself. */
  unrepaired: string[]
}

const PAUSE_MS = [1_500, 5_000] as const
const FIRST_MS = 3_000
/** By then every meeting should get on again. */
const BACK_MS = 30_000
/** Audits beside each other. */
const AUDITS = 4

/** Users do what they do while faults strike one after the other; then all that was acknowledged is looked for. */
export async function runFaults(site: FaultSite, options: FaultRunOptions): Promise<FaultRun> {
  const {
    seed,
    minutes,
    only,
    print = () => undefined,
    more = [],
    mostParallel = Number.POSITIVE_INFINITY,
  } = options
  const random = new Random(seed)
  const wrong = new WrongAnswers()
  const clients: FaultClient[] = []
  const clientOf = (operation: string) => {
    const client = new FaultClient(operation, site.origin, site.cluster.account, site.meter, wrong)
    clients.push(client)
    return client
  }
  const run: FaultRun = {
    seed,
    minutes,
    struck: new Map(),
    impossible: new Map(),
    operations: new Map(),
    wrong: wrong.counts,
    unrepaired: [],
  }
  const first = clientOf('preparation')
  await first.signIn()
  site.shards = await trainableRecording(first)

  const watchers = new Watchers(first, site.running)
  const until = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > until
  const audits: { result: OperationResult; audit: Audit }[] = []
  const all = [...operations, ...more]
  for (const { name } of all)
    run.operations.set(name, { runs: 0, acknowledged: 0, lost: [], doubled: [], failed: [] })
  const lanes = all.flatMap(operation =>
    Array.from({ length: Math.min(operation.parallel, mostParallel) }, async (_, lane) => {
      const client = clientOf(operation.name)
      const result = run.operations.get(operation.name)!
      const context = {
        site,
        client,
        // By the operation's own seed: how fast others are changes nothing.
        random: new Random(seed + lane + operation.name.length * 101),
        isOver,
        acknowledged: (count = 1) => {
          result.acknowledged += count
        },
      }
      await client.signIn()
      while (!isOver()) {
        try {
          const audit = await operation.run(context)
          result.runs += 1
          audits.push({ result, audit })
        } catch (error) {
          result.failed.push((error as Error).message)
          print(`${operation.name}: ${(error as Error).message}`)
        }
        await wait(operation.pauseMs)
      }
    }),
  )
  await strike({ site, random, watchers }, { run, isOver, only, print })
  await Promise.all(lanes)
  watchers.leave()
  site.meter.fault = 'audit'
  print(`all faults are over: ${audits.length} runs are audited`)
  await inParallel(audits, AUDITS, async ({ result, audit }) => {
    const found = await audit().catch(
      (error: Error): Finding => ({ lost: [`the audit: ${error.message}`], doubled: [] }),
    )
    result.lost.push(...found.lost)
    result.doubled.push(...found.doubled)
  })
  for (const client of clients) client.close()
  return run
}

interface Strikes {
  run: FaultRun
  isOver: () => boolean
  only: readonly string[] | undefined
  print: (line: string) => void
}

/** Every kind once in a random order, then again; the next one when the last is whole again. */
async function strike(context: FaultContext, { run, isOver, only, print }: Strikes): Promise<void> {
  const { site, random } = context
  const possible = faults.filter(fault => {
    const why = fault.needs?.(site)
    if (why) run.impossible.set(fault.kind, why)
    return !why && (!only || only.includes(fault.kind))
  })
  const from = performance.now()
  await wait(FIRST_MS)
  for (let bag: Fault[] = []; !isOver() && possible.length > 0; ) {
    if (bag.length === 0) bag = random.shuffle(possible)
    const fault = bag.pop()!
    const lastsMs = random.between(...fault.ms)
    const pauseMs = random.between(...PAUSE_MS)
    site.meter.fault = fault.kind
    try {
      const { target, end } = await fault.begin(context)
      run.struck.set(fault.kind, (run.struck.get(fault.kind) ?? 0) + 1)
      const at = ((performance.now() - from) / 1000).toFixed(0)
      print(`${at.padStart(5)} s  ${fault.kind} (${target}) for ${(lastsMs / 1000).toFixed(1)} s`)
      await wait(lastsMs)
      await end()
    } catch (error) {
      run.unrepaired.push(`${fault.kind}: ${(error as Error).message}`)
      print(`${fault.kind}: ${(error as Error).message}`)
    }
    // A meeting that is still away would be struck twice, and its outage would be of neither fault.
    await site.meter.untilNone(liveMeetings.name, BACK_MS)
    await wait(pauseMs)
  }
}

async function inParallel<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
