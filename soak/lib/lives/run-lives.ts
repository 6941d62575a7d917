import { setTimeout as wait } from 'node:timers/promises'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import type { FleetNode, MixedFleet } from '../mixed-fleet'
import { slowUpload } from '../upgrade-lives'
import { descriptorsOf, FleetCensus, kindOf, memoryOf, rowsOf } from './fleet-census'
import { type Growth, growthOf, type Sample } from './growth'
import { liveCall } from './life'

export interface LivesOptions {
  lives: number
  /** The fleet rests after each and is measured. */
  rounds: number
  parallel: number
  print?: (line: string) => void
}

export interface LivesRun {
  samples: readonly Sample[]
  /** Memory, descriptors and rows that should stay as they are. */
  flat: readonly Growth[]
  /** Rows of what is kept of each meeting, for a thousand lives. */
  kept: readonly Growth[]
  /** Lives that did not go as they should. */
  broken: readonly string[]
}

/** Of these many one is a recording that is sent, and one is deleted in the end. */
const RECORDING_EVERY = 20
const DELETED_EVERY = 4
const REST_MS = 1_000
const SETTLED_MS = 600_000
/** Rounds in which caches and pools fill. */
const WARM_UP = 0.25
/** What a thousand lives may add: less than one thing for each hundred of them, and 1 MB. */
const ROWS = 5
const DESCRIPTORS = 2
const HEAP_MB = 1

/** Whole lives of meetings, many beside each other, in rounds; after each the fleet comes to rest and is measured. */
export async function runLives(fleet: MixedFleet, options: LivesOptions): Promise<LivesRun> {
  const { lives, rounds, parallel, print = () => undefined } = options
  const census = await FleetCensus.open(fleet)
  const samples: Sample[] = []
  const broken: string[] = []
  let lived = 0
  let left = 0
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const number = lived++
      try {
        if (number % RECORDING_EVERY === 0) await slowUpload(fleet, 0)
        else ended.push({ number, id: await liveCall(fleet) })
      } catch (error) {
        broken.push((error as Error).message)
      }
    }
  }
  const ended: { number: number; id: string }[] = []
  try {
    for (let round = 1; round <= rounds; round++) {
      const begunAt = performance.now()
      left = Math.floor((lives * round) / rounds) - lived
      const count = left
      await Promise.all(Array.from({ length: parallel }, lane))
      const unfinished = await untilAtRest(census)
      if (unfinished) broken.push(`after ${lived} lives ${unfinished}`)
      for (const { number, id } of ended.splice(0))
        if (number % DELETED_EVERY === 1) await deleted(fleet, id).catch(error => broken.push(error.message))
      await wait(REST_MS)
      samples.push(await census.sample(lived))
      const perSecond = (count / (performance.now() - begunAt)) * 1_000
      print(`${lived} lives, ${perSecond.toFixed(1)} a second: ${shown(samples.at(-1)!, fleet.nodes)}`)
    }
    broken.push(...(await census.failed()))
  } finally {
    await census.close()
  }
  const settled = samples.slice(Math.floor(samples.length * WARM_UP))
  const growths = (names: readonly string[], atMost: number) =>
    names.map(name => growthOf(settled, name, atMost))
  const rows = (kind: ReturnType<typeof kindOf>) =>
    census.tables.filter(table => kindOf(table) === kind).map(rowsOf)
  return {
    samples,
    flat: [
      ...growths(fleet.nodes.map(memoryOf), HEAP_MB),
      ...growths(fleet.nodes.map(descriptorsOf), DESCRIPTORS),
      ...growths(rows('flat'), ROWS),
    ],
    kept: growths([...rows('record'), ...rows('by time')], Number.POSITIVE_INFINITY),
    broken,
  }
}

/** The slopes, as a table. */
export function growthTable({ flat, kept }: LivesRun): string {
  const line = ({ name, first, last, perThousand, atMost, isFlat }: Growth) => {
    const range = `${first.toFixed(1)} to ${last.toFixed(1)}`.padEnd(20)
    const bar = Number.isFinite(atMost) ? (isFlat ? `ok, at most ${atMost}` : `GROWS, at most ${atMost}`) : ''
    return `${name.padEnd(34)} ${range} ${perThousand.toFixed(2).padStart(10)} for 1,000 lives  ${bar}`.trimEnd()
  }
  return [...flat.map(line), '', 'kept of each meeting, or for a time:', ...kept.map(line)].join('\n')
}

async function untilAtRest(census: FleetCensus): Promise<string | undefined> {
  for (const deadline = performance.now() + SETTLED_MS; ; await wait(200)) {
    const { meetings, jobs } = await census.unfinished()
    if (meetings + jobs === 0) return undefined
    if (performance.now() > deadline) return `${meetings} meetings and ${jobs} jobs are not done`
  }
}

async function deleted(fleet: MixedFleet, id: string): Promise<void> {
  const answer = await fleet.call(deleteMeeting, { params: { id } })
  if (!answer.ok) throw new Error(`${id} is not deleted: ${answer.status} ${await answer.text()}`)
}

const shown = ({ values }: Sample, nodes: readonly FleetNode[]) =>
  nodes
    .map(
      node =>
        `${node.name} ${values.get(memoryOf(node))!.toFixed(1)} MB ${values.get(descriptorsOf(node))} descriptors`,
    )
    .join(', ')
