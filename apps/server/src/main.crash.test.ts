import { expect, onTestFinished, test, vi } from 'vitest'
import { connectToCluster } from './testing/database/cluster-client'
import { serverBundle } from './testing/process/server-bundle'
import { postmasterPid, spawnFolder, spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()

test('kill -9 during writes, three times: it starts by itself and nothing acknowledged is lost', async () => {
  const { path: LIVETAP_DATA, remove } = await spawnFolder()
  onTestFinished(remove)
  const acknowledged: number[] = []

  for (const victim of ['server', 'both', 'server'] as const) {
    const server = spawnServer(bundle.main, { LIVETAP_DATA })
    const address = await server.listening
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    const connection = await connectToCluster(LIVETAP_DATA)
    const until = acknowledged.length + 50
    const writing = (async () => {
      for (let n = acknowledged.length; ; n++) {
        await connection.query(
          'insert into ledger_event (meeting, name, time, fields) values ($1, $2, now(), $3)',
          ['m', 'n', { n }],
        )
        acknowledged.push(n)
      }
    })().catch(() => undefined)
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(until))
    server.child.kill('SIGKILL')
    if (victim === 'both') process.kill(postmasterPid(LIVETAP_DATA)!, 'SIGKILL')
    await server.exited
    await connection.end().catch(() => undefined)
    await writing
  }

  const last = spawnServer(bundle.main, { LIVETAP_DATA })
  await last.listening
  expect(last.output().stdout).toContain('database adopted')
  const connection = await connectToCluster(LIVETAP_DATA)
  const { rows } = await connection.query<{ n: number }>("select (fields->>'n')::int as n from ledger_event")
  await connection.end()
  const kept = new Set(rows.map(({ n }) => n))
  expect(acknowledged.filter(n => !kept.has(n))).toEqual([])

  last.child.kill('SIGTERM')
  expect(await last.exited).toBe(0)
  expect(postmasterPid(LIVETAP_DATA)).toBeUndefined()
})
