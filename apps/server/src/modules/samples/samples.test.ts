import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { describe, expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { ManuscriptsClient } from '../manuscripts/testing/manuscripts-client'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { scriptedTools } from '../pipeline/testing/scripted-tools'
import { SamplesStore } from './samples.store'

const folder = fileURLToPath(new URL('../../../../../samples', import.meta.url))
const speech = scriptedTools()

const meetingsOf = async (server: TestServer) =>
  (await server.app.database.pool.query('select * from meeting order by title')).rows as {
    id: string
    title: string
    has_video: boolean
    status: string
  }[]

const settled = (server: TestServer) =>
  vi.waitFor(async () => expect(await new SamplesStore(server.app.database.kysely).isSettled()).toBe(true))

describe('samples', () => {
  test('are a few short recordings of at most 3 MB together, one with a picture, texts beside them', () => {
    const sizes = readdirSync(folder).map(name => statSync(join(folder, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
    const scripts = JSON.parse(readFileSync(join(folder, 'scripts.json'), 'utf8')) as {
      file: string
      lines: [string, string][]
    }[]
    expect(scripts.some(({ file }) => file.endsWith('.mp4'))).toBe(true)
    for (const { file, lines } of scripts) {
      expect(statSync(join(folder, file)).size).toBeGreaterThan(10_000)
      expect(new Set(lines.map(([voice]) => voice)).size).toBeGreaterThan(1)
    }
  })

  test('MAN-10 go through the pipeline on an empty start, each is trainable, fill a labelling project, and never again', async () => {
    const server = await testServer({ env: { LIVETAP_SAMPLES: 'on' }, speech })
    await settled(server)
    const meetings = await meetingsOf(server)
    expect(meetings).toHaveLength(3)
    const client = new PipelineClient(server)
    for (const { id } of meetings)
      expect(await client.settled(id)).toMatchObject({ status: 'CallEnded', error: null })
    const ended = await meetingsOf(server)
    expect(ended.map(({ has_video }) => has_video)).toEqual([true, false, false])
    const stereo = ended.find(({ title }) => title.includes('channel'))!
    const { results } = await client.transcript(stereo.id)
    expect(new Set(results.flatMap(({ csis }) => csis))).toEqual(new Set([0, 1]))

    const cut = await server.app.database.pool.query('select distinct meeting_id from shard')
    expect(cut.rows.map(row => row.meeting_id).sort()).toEqual(meetings.map(({ id }) => id).sort())
    const projects = new ManuscriptsClient(server)
    const [project] = (await projects.list()).projects
    expect(project).toMatchObject({ vendor: 'dummyvendor', name: 'Sample: utterances for the dummy vendor' })
    await expect
      .poll(async () => (await projects.get(project!.id)).status, { timeout: 30_000 })
      .toBe('completed')

    for (const { id } of meetings) await client.call(deleteMeeting, { params: { id } })
    const { samples } = await again(server)
    expect(samples).toBe(0)
    expect(await meetingsOf(server)).toEqual([])
  })

  test('belong to the first account and begin when they are brought in: their log lies around that date', async () => {
    const before = Date.now()
    const admin = { LIVETAP_ADMIN_EMAIL: 'ada@example.com', LIVETAP_ADMIN_PASSWORD: 'correct horse' }
    const server = await testServer({ env: { LIVETAP_SAMPLES: 'on', ...admin }, speech, realSignOn: true })
    await settled(server)
    const account = await server.app.signOn.oldestAccount()
    expect(account).toMatchObject({ email: 'ada@example.com' })
    const [meeting] = (await meetingsOf(server)) as unknown as Record<string, unknown>[]
    expect(meeting).toMatchObject({ host_user_id: account!.userId, host_email: 'ada@example.com' })
    expect((meeting!.started_at as Date).getTime()).toBeGreaterThanOrEqual(before)
    await server.app.events.recorder.written()
    const { rows } = await server.app.database.pool.query(
      "select 1 from log_event where meeting = $1 and time between $2 and $2 + interval '1 hour'",
      [meeting!.id, meeting!.started_at],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  test('LIVETAP_SAMPLES=off leaves them out, and an installation in use gets none', async () => {
    const server = await testServer({ env: { LIVETAP_SAMPLES: 'off' }, speech })
    expect(await new SamplesStore(server.app.database.kysely).isSettled()).toBe(false)
    await server.app.meetings.service.create({
      title: 'Ours',
      hostUserId: 'u',
      hostEmail: 'u@example.org',
      siteId: '1',
      siteName: 's',
      source: 'test',
      region: 'us',
      language: null,
      enableEnsemble: false,
      sharder: 'vadmarker',
      trainableShardPercent: 0,
      status: 'CallEnded',
      stage: '',
      startedAt: new Date(),
    })
    expect(await again(server)).toEqual({ samples: 0 })
    expect(await meetingsOf(server)).toHaveLength(1)
  })
})

/** What a later start with samples switched on does. */
async function again(server: TestServer): Promise<{ samples: number }> {
  const { SamplesService } = await import('./samples.service')
  const { service: meetings, store: meetingsStore } = server.app.meetings
  const service = new SamplesService({
    store: new SamplesStore(server.app.database.kysely),
    meetings,
    meetingsStore,
    storage: server.app.storage,
    enqueue: async () => undefined,
    folder,
    region: 'us',
    siteId: '1',
    host: async () => ({ userId: 'samples', email: 'samples@localhost' }),
  })
  return { samples: await service.importSamples() }
}
