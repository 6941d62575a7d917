/**
 * Pages of shards at the beginning, in the middle and at the end of a long listing, beside a page of a
 * short one, unfiltered and by a filter that few match: a page costs the same at any depth.
 */
import type { ShardQuery } from '@livetap/contract'
import { encodeSyncKey } from '@livetap/contract'
import { testPrincipal as operator } from '@livetap/server/testing'
import { FIRST_SECOND, fillShards, PER_SECOND, shardIdOf } from '../e2e/support/training/fill-shards'
import { BenchServer } from './lib/bench-server'
import { isToy, type Measure, median, report } from './lib/report'

const FEW = 100
const MANY = isToy ? 2_000 : 50_000
const ASKED = isToy ? 5 : 40

const server = await BenchServer.start()
const { database, trainable } = server.app

const keyAt = (region: string, n: number) =>
  encodeSyncKey({
    evaluation: false,
    seconds: FIRST_SECOND + Math.floor(n / PER_SECOND),
    id: shardIdOf(region, n),
  })

async function page(query: Omit<ShardQuery, 'limit'>): Promise<number> {
  const started = performance.now()
  const { audio } = await trainable.service.list({ ...query, limit: 50 }, operator)
  if (audio.length < 10) throw new Error(`only ${audio.length} utterances`)
  return performance.now() - started
}

await fillShards(database.pool, 'few', FEW)
await fillShards(database.pool, 'many', MANY)
const many = { client_region: 'many' }
const questions: Record<string, Omit<ShardQuery, 'limit'>> = {
  [`first page, among ${FEW}`]: { client_region: 'few' },
  [`first page, among ${MANY}`]: many,
  'page in the middle': { ...many, sync_key: keyAt('many', MANY / 2) },
  'last page': { ...many, sync_key: keyAt('many', MANY - 51) },
  'first page of a site that one in a hundred is of': { ...many, site_name: 'rare' },
  'last page of that site': { ...many, site_name: 'rare', sync_key: keyAt('many', MANY - 1_001) },
}

/** In turns, so that a slow moment of the machine meets all alike; the first turn warms up. */
const asked: Record<string, number[]> = Object.fromEntries(Object.keys(questions).map(name => [name, []]))
for (let turn = 0; turn <= ASKED; turn++)
  for (const [name, query] of Object.entries(questions)) {
    const ms = await page(query)
    if (turn > 0) asked[name]!.push(ms)
  }
await server.close()

const [few, ...deep] = Object.entries(asked)
report('training-pages', [
  ...Object.entries(asked).map(([name, samples]): Measure => ({ name, unit: 'ms', samples })),
  ...deep.map(
    ([name, samples]): Measure => ({
      name: `${name}, over the short listing`,
      unit: 'times',
      samples: [median(samples) / median(few![1])],
      bar: { atMost: 1.5 },
    }),
  ),
])
