import { actionNames, isMeetingAction } from '@livetap/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { openDatabase } from '../../platform/db/database'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { emptyDatabase } from '../../testing/database/test-database'
import { testPrincipal } from '../../testing/test-principals'
import { MeetingsStore } from '../meetings/meetings.store'
import { decide } from './policy'
import { StandingsStore } from './standings.store'

const log = createLog('silent')

/** What an installation holds that never heard of roles. */
const rows = `
  insert into account (id, email, user_name, password_hash, disabled_at, created_at)
    select ('00000000-0000-0000-0000-00000000000' || n)::uuid, name || '@example.com', name, 'x', disabled, now() + n * interval '1 minute'
    from (values (1, 'left', now()), (2, 'first', null), (3, 'second', null)) as a (n, name, disabled);
  insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble, sharder,
      trainable_shard_percent, status, started_at)
    select id, id, '00000000-0000-0000-0000-000000000002', 'first@example.com', '1', 'cisco_webex', 'upload', 'us', true,
      'vadmarker', 0, 'CallEnded', now() from (values ('one'), ('two')) as m (id);
`

test('an installation of before loses nothing, and every account can do what it could', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const before = migrations.slice(
    0,
    migrations.findIndex(({ id }) => id === '0310-access'),
  )
  await migrate(url, before, log)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(rows)
  await client.end()
  // Migrates what is missing.
  const { kysely, close } = await openDatabase(loadConfig({ DATABASE_URL: url }, '/'), log)
  onTestFinished(close)

  const accounts = await kysely
    .selectFrom('account')
    .select(['user_name', 'role'])
    .orderBy('created_at')
    .execute()
  expect(accounts).toEqual([
    { user_name: 'left', role: 'operator' },
    { user_name: 'first', role: 'admin' },
    { user_name: 'second', role: 'operator' },
  ])
  const second = { ...testPrincipal, userId: '00000000-0000-0000-0000-000000000003' }
  const listed = await new MeetingsStore(kysely).recent(second, 20)
  expect(listed.map(({ meeting }) => meeting.id).sort()).toEqual(['one', 'two'])
  const standing = await new StandingsStore(kysely).of(second, 'one')
  for (const action of actionNames.filter(isMeetingAction))
    expect(decide(second, action, standing)).toBe('allow')
  await sql`update meeting set restricted = true where id = 'one'`.execute(kysely)
  expect(await new StandingsStore(kysely).of(second, 'one')).toMatchObject({ relation: 'restricted' })
})
