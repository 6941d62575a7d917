/**
 * 10,000 meetings' lives through a small fleet with scripted engines: calls that are joined, spoken in, highlighted and
 * ended, recordings that are sent, and their deletion. Prints the slopes of memory, descriptors and rows, and fails where
 * one of what should stay grows. LIVETAP_LIVES is how many there are.
 */
import { expectThat } from './lib/expect-that'
import { growthTable, runLives } from './lib/lives/run-lives'
import { MixedFleet } from './lib/mixed-fleet'
import { bundleOfToday } from './lib/release-bundles'

const lives = Number(process.env.LIVETAP_LIVES ?? 10_000)
const ROUNDS = 20
const PARALLEL = 12
const print = (line: string) => process.stdout.write(`${line}\n`)

const today = await bundleOfToday()
const fleet = await MixedFleet.start()
try {
  for (const name of ['gateway-1', 'gateway-2']) await fleet.startNode(name, today)
  await fleet.startNode('worker', today, 'worker')
  fleet.spreads = true
  const run = await runLives(fleet, { lives, rounds: ROUNDS, parallel: PARALLEL, print })
  print(`\n${growthTable(run)}\n`)
  const growing = run.flat.filter(({ isFlat }) => !isFlat).map(({ name }) => name)
  expectThat(
    'every life went as it should',
    run.broken.length === 0,
    run.broken.slice(0, 5).join('; ') || `${lives}`,
  )
  expectThat(
    'what should stay does not grow',
    growing.length === 0,
    growing.join(', ') || `${run.flat.length} slopes`,
  )
  if (process.exitCode) print(fleet.output())
} finally {
  await fleet.remove()
  today.remove()
}
