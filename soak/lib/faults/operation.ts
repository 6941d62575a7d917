import type { Random } from '@livetap/server/testing'
import type { FaultClient } from './fault-client'
import type { FaultSite } from './fault-site'

/** What an audit found of one run of an operation. */
export interface Finding {
  lost: string[]
  doubled: string[]
}

/** Compares what was acknowledged with what is stored, when all faults are over. */
export type Audit = () => Promise<Finding>

export interface OperationContext {
  site: FaultSite
  client: FaultClient
  random: Random
  /** The time is up: what is under way comes to its end. */
  isOver: () => boolean
  /** So many things more were acknowledged. */
  acknowledged: (count?: number) => void
}

/** Something that users do all the time. A feature adds its own to `operations/index.ts`. */
export interface Operation {
  name: string
  /** How many do it beside each other. */
  parallel: number
  pauseMs: number
  /** Does it once; answers how to see that what was acknowledged is stored. */
  run(context: OperationContext): Promise<Audit>
}

/** Lists compared by what should be there exactly once. */
export function compare(what: string, wanted: Iterable<string>, stored: readonly string[]): Finding {
  const counts = new Map<string, number>()
  for (const one of stored) counts.set(one, (counts.get(one) ?? 0) + 1)
  const finding: Finding = { lost: [], doubled: [] }
  for (const one of wanted) {
    const count = counts.get(one) ?? 0
    if (count === 0) finding.lost.push(`${what} ${one}`)
    if (count > 1) finding.doubled.push(`${what} ${one} is there ${count} times`)
  }
  return finding
}

export const joined = (...findings: Finding[]): Finding => ({
  lost: findings.flatMap(({ lost }) => lost),
  doubled: findings.flatMap(({ doubled }) => doubled),
})
