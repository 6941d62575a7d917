import { setTimeout as wait } from 'node:timers/promises'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import type { Fault } from './outage-faults'
import type { Gate, Life, Step } from './outage-lives'
import type { OutageSite } from './outage-site'

const PROBE_MS = 500

export interface RoundResult {
  /** By life: what was lost; nothing is lost where it is empty. */
  lost: Record<string, string[]>
  /** How often 503 was answered. */
  unavailable: number
  seconds: number
}

/** The same fault at the same step of several lives at once. */
export async function playRound(
  site: OutageSite,
  fault: Fault,
  step: Step,
  faultMs: number,
  lives: Readonly<Record<string, Life>>,
): Promise<RoundResult> {
  const from = performance.now()
  await site.signIn()
  const before = site.seen.get(503) ?? 0
  const names = Object.keys(lives)
  const standing = new Set<string>()
  const all = signal()
  const others = signal()
  const began = signal()
  const over = signal()
  const stand = (name: string) => {
    standing.add(name)
    if (names.every(one => standing.has(one) || one === 'processing')) others.now()
    if (names.every(one => standing.has(one))) all.now()
  }
  const gateOf = (name: string): Gate => ({
    async at(here) {
      if (here !== step) return
      stand(name)
      await began.promise
    },
    over: here => (here === step ? over.promise : Promise.resolve()),
    others: () => others.promise,
  })
  const playing = Promise.all(
    names.map(async name => {
      const lost = await lives[name]!(site, gateOf(name))
        .catch((error: Error) => [error.message])
        .finally(() => stand(name))
      return [name, lost] as const
    }),
  )
  await all.promise
  await fault.begin(site)
  began.now()
  const until = Date.now() + faultMs
  while (Date.now() < until) {
    await probe(site)
    await wait(PROBE_MS)
  }
  await fault.end(site)
  over.now()
  const lost: Record<string, string[]> = Object.fromEntries(await playing)
  lost.answers = [...new Set(site.wrong.splice(0)), ...site.deaths]
  return {
    lost,
    unavailable: (site.seen.get(503) ?? 0) - before,
    seconds: Math.round((performance.now() - from) / 1000),
  }
}

/** The process answers all the time: what it is asked, or that it cannot. */
async function probe(site: OutageSite): Promise<void> {
  const health = await fetch(`${site.origin}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(
    (error: Error) => error,
  )
  if (health instanceof Error) site.wrong.push(`/healthz: ${health.message}`)
  else if (health.status !== 200) site.wrong.push(`/healthz answered ${health.status}`)
  // A frozen database keeps a call until its limit; it is not awaited here.
  site.call(recentMeetings).catch((error: Error) => site.wrong.push(`recentMeetings: ${error.message}`))
}

function signal() {
  let now = () => {}
  const promise = new Promise<void>(resolve => {
    now = resolve
  })
  return { promise, now: () => now() }
}
