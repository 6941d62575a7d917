import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../../../platform/config/config'
import { createLog } from '../../../platform/log/log'
import { pastMeeting, utteranceAt } from '../../../testing/meetings/past-meeting'
import { type TestServer, testServer } from '../../../testing/test-server'
import { createWorkerApp } from '../../../worker-app'
import { meetingFiles } from '../../meetings'
import { SCRIPT_PERIOD_MS, scriptedTools } from '../testing/scripted-tools'

const workerFile = fileURLToPath(new URL('../testing/scripted-worker.ts', import.meta.url))

test('a worker killed with -9 after a call: another one goes on, nothing is doubled, nothing is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-after-call-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = { LIVETAP_STORAGE: join(folder, 'storage') }
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway', ...storage } })
  const killed = await endedCall(server, folder)
  const undisturbed = await endedCall(server, folder)
  const env = (dataDir: string) => ({
    LIVETAP_ROLE: 'worker',
    LIVETAP_DATA: join(folder, dataDir),
    DATABASE_URL: server.app.database.url,
    ...storage,
  })
  // The text is replaced, and nothing says so yet.
  const child: ChildProcess = fork(workerFile, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env('first'), HOLDS: JSON.stringify({ [killed]: 'ensemble/ran' }) },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>(resolve =>
    child.on('message', message => {
      if ('held' in (message as object)) resolve()
    }),
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await textOf(server, killed)).toContain('hello from here')

  const second = await createWorkerApp(loadConfig(env('second'), folder), createLog('silent'), {
    speech: scriptedTools(),
    nodeTimes: { heartbeatMs: 300, silentMs: 3_000 },
  })
  onTestFinished(() => second.close())
  await vi.waitFor(
    async () => {
      const { rows } = await server.app.database.pool.query('select state from job')
      expect(rows.map(row => row.state)).toEqual(['done', 'done'])
    },
    { interval: 100 },
  )
  for (const of of [textOf, ledgerOf, shardsOf])
    expect(await of(server, killed)).toEqual(await of(server, undisturbed))
  expect(await textOf(server, killed)).toEqual([
    'hello from here',
    'okay eva action item buy milk again',
    'not recorded',
  ])
  expect(await shardsOf(server, killed)).toHaveLength(1)
})

/** As the mixer leaves it: one voice, its live text, and a line that the recording does not hold. */
async function endedCall(server: TestServer, folder: string): Promise<string> {
  const { media, storage, pipeline, database } = server.app
  const lines = [utteranceAt(600, 'hullo from hair'), utteranceAt(SCRIPT_PERIOD_MS, 'not recorded')]
  const id = await pastMeeting(server, { utterances: lines })
  await database.pool.query('update meeting set trainable_shard_percent = 100 where id = $1', [id])
  const file = join(folder, 'voice.flac')
  await media.encodeFlac(new Int16Array(5_000 * SAMPLES_PER_MS).fill(500), file)
  await storage.put(meetingFiles.voice(id, 1), await readFile(file))
  await pipeline.enqueueAfterCall(id, {
    durationMs: 5_000,
    separateChannels: [1],
    hasVideo: false,
    call: {
      voices: [{ number: 1, csi: 1 }],
      hints: { phrases: [], entities: [], weight: 0.5, limitVocabToPhrases: false },
    },
  })
  return id
}

const column = async ({ app }: TestServer, query: string, id: string) =>
  (await app.database.pool.query(query, [id])).rows.map(row => Object.values(row)[0] as string)

const textOf = (server: TestServer, id: string) =>
  column(server, 'select text from utterance where meeting_id = $1 order by start_ms', id)
const ledgerOf = (server: TestServer, id: string) =>
  column(server, 'select name from ledger_event where meeting = $1 order by name', id)
const shardsOf = (server: TestServer, id: string) =>
  column(server, 'select transcript from shard where meeting_id = $1 order by start_offset_ms', id)
