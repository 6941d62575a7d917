import { join } from 'node:path'
import { buildNumberedNode, clusterProblem } from '@livetap/server/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FaultSite } from './lib/faults/fault-site'
import { brokenPromises, faultTable } from './lib/faults/fault-table'
import { runFaults } from './lib/faults/run-faults'

const SEED = 28
const MINUTES = 1
/** Those that are over soon; the others strike in `npm run soak -- faults`. */
const only = [
  'gateway killed',
  'gateway drained',
  'worker killed',
  'database killed',
  'PgBouncer killed',
  'S3 killed',
  'balancer killed',
  'clients cut',
  'connections cut',
  'jobs delivered twice',
]
const skipReason = process.platform === 'linux' ? clusterProblem() : 'faults are made on Linux alone'

describe.skipIf(skipReason !== undefined)('a cluster under faults', { meta: { skipReason } }, () => {
  let site: FaultSite
  beforeAll(async () => {
    const main = await buildNumberedNode(join(inject('bundlesFolder'), `numbered-${process.pid}`))
    site = await FaultSite.start({ main, gateways: 2, workers: 1 })
  })
  afterAll(() => site?.stop())

  test('a minute of faults: nothing that was acknowledged is lost or doubled, and nothing needs a hand', async () => {
    const run = await runFaults(site, { seed: SEED, minutes: MINUTES, only, mostParallel: 1 })
    expect(brokenPromises(site, run), faultTable(site, run)).toEqual([])
  })
})
