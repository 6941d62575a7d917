import { afterAll, beforeAll, expect, test } from 'vitest'
import { growthTable, runLives } from './lib/lives/run-lives'
import { MixedFleet } from './lib/mixed-fleet'
import { bundleOfToday, type ReleaseBundle } from './lib/release-bundles'

let today: ReleaseBundle
let fleet: MixedFleet
beforeAll(async () => {
  ;[today, fleet] = await Promise.all([bundleOfToday(), MixedFleet.start()])
  await fleet.startNode('gateway', today)
  await fleet.startNode('worker', today, 'worker')
})
afterAll(async () => {
  await fleet?.remove()
  today?.remove()
})

test('meetings come, are held and go: every word is heard, all work is done, and no table keeps what it should not', async () => {
  const run = await runLives(fleet, { lives: 12, rounds: 2, parallel: 4 })
  expect(run.broken, fleet.output()).toEqual([])
  // What memory does is seen over thousands of lives alone.
  const rows = run.flat.filter(({ name }) => name.startsWith('rows of'))
  expect(
    rows.filter(({ isFlat }) => !isFlat),
    growthTable(run),
  ).toEqual([])
  expect(run.kept.find(({ name }) => name === 'rows of meeting')?.last).toBe(9)
})
