import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from './app'
import { loadConfig } from './platform/config/config'
import { createLog } from './platform/log/log'
import { emptyDatabase } from './testing/database/test-database'

test('stopping writes what is still buffered, and gives the data folder back', async () => {
  const { url, drop } = await emptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'livetap-test-'))
  onTestFinished(async () => {
    await drop()
    await rm(dataDir, { recursive: true })
  })
  const config = loadConfig(
    { PORT: '0', DATABASE_URL: url, LIVETAP_DATA: dataDir, LIVETAP_SAMPLES: 'off' },
    '/',
  )
  const log = createLog('silent')

  const app = await createApp(config, log)
  await app.listen()
  for (let n = 0; n < 250; n++) app.events.recorder.of('m1').ledger('highlightsFound', { count: n })
  await app.close()

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select count(*)::int as kept from ledger_event where meeting = 'm1'")
  await client.end()
  expect(rows).toEqual([{ kept: 250 }])

  const again = await createApp(config, log)
  await again.close()
})
