import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorBodySchema } from '@livetap/contract'
import { importTranscript } from '@livetap/contract/calls/transcripts'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { vendorTagsTask } from '../../modules/trainable/tags/vendor-tags-task'
import { longTagZip } from '../../testing/hostile/hostile-files'
import { sendFile } from '../../testing/hostile/send-file'
import { testParserProgram } from '../../testing/process/parser-program'
import { testServer } from '../../testing/test-server'
import { threadProgram } from '../process/thread-program'
import { zipOf } from '../zip/testing/zip-of'
import { type ParserCaller, type ParserLimits, ParserPool } from './parser-pool'

let folder: string
let long: string
let short: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-parsers-'))
  long = await kept('long.zip', await longTagZip())
  short = await kept('short.zip', await zipOf([{ name: 'a.txt', content: '[noise]' }]))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function kept(name: string, zip: Buffer): Promise<string> {
  await writeFile(join(folder, name), zip)
  return join(folder, name)
}

function poolWith(limits: Partial<ParserLimits>, program = testParserProgram()): ParserPool {
  const pool = new ParserPool(limits, program)
  onTestFinished(() => pool.close())
  return pool
}

const tagsIn = async (pool: ParserPool, path: string, caller: ParserCaller = { userId: 'ada' }) =>
  JSON.parse(Buffer.from(await pool.readOne(vendorTagsTask, { path }, caller)).toString()) as object

test('TAG-01 a job that takes too long is refused by the entry it was at; its thread ends, and the next job is done', async () => {
  const pool = poolWith({ jobMs: 3_000, threads: 1 })
  await expect(tagsIn(pool, long)).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringMatching(/^\d+\.json takes more than 3 seconds to be read$/),
  })
  expect(pool.threadCount).toBe(0)
  expect(await tagsIn(pool, short)).toMatchObject({ files_read: 1 })
})

test('a thread runs from source too', async () => {
  const pool = poolWith({ threads: 1 }, threadProgram('parser'))
  expect(await tagsIn(pool, short)).toMatchObject({ files_read: 1 })
})

test.runIf(process.platform === 'linux')('a parser thread yields to the event loop', async () => {
  const pool = poolWith({ threads: 1 })
  await tagsIn(pool, short)
  const below = constants.priority.PRIORITY_BELOW_NORMAL
  const priorities = readdirSync('/proc/self/task').map(thread => getPriority(Number(thread)))
  expect(priorities.filter(priority => priority === below)).toHaveLength(1)
  expect(getPriority(process.pid)).toBeLessThan(below)
})

test('TAG-01 a job that needs too much memory is refused; the process lives, and the next job is done', async () => {
  const pool = poolWith({ memoryMb: 24, threads: 1 })
  await expect(tagsIn(pool, long)).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringMatching(/^\d+\.json needs more than 24 MB of memory to be read$/),
  })
  expect(pool.threadCount).toBe(0)
  expect(await tagsIn(pool, short)).toMatchObject({ files_read: 1 })
})

test('TAG-01 a thread is used again, never more than the limit are started, and an idle one ends', async () => {
  const pool = poolWith({ threads: 2, idleMs: 200 })
  await Promise.all(Array.from({ length: 6 }, () => tagsIn(pool, short)))
  expect(pool.threadCount).toBeLessThanOrEqual(2)
  expect(pool.threadCount).toBeGreaterThan(0)
  await vi.waitFor(() => expect(pool.threadCount).toBe(0), { timeout: 60_000 })
  expect(await tagsIn(pool, short)).toMatchObject({ files_read: 1 })
})

test('TAG-01 who does not take the parts to their end ends the job; a failed job leaves its thread to the next', async () => {
  const pool = poolWith({ threads: 1 })
  const parts = pool.read(vendorTagsTask, { path: short }, { userId: 'ada' })
  await parts.next()
  await parts.return(undefined)
  expect(pool.threadCount).toBe(0)
  await expect(tagsIn(pool, join(folder, 'missing.zip'))).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringContaining('ENOENT'),
  })
  expect(pool.threadCount).toBe(1)
  expect(await tagsIn(pool, short)).toMatchObject({ files_read: 1 })
})

test('TAG-01 one user’s files leave a thread to others, who go first when the next one is free', async () => {
  const pool = poolWith({ threads: 3 })
  const leaving = new AbortController()
  const ended: string[] = []
  const read = (userId: string, path: string, signal?: AbortSignal) =>
    tagsIn(pool, path, { userId, signal }).then(
      () => void ended.push(userId),
      ({ reason }) => void ended.push(`${userId} ${reason}`),
    )
  void read('ada', long, leaving.signal)
  void read('ada', long)
  const last = read('ada', short)
  expect(pool.threadCount).toBe(2)
  await read('bob', short)
  expect(ended).toEqual(['bob'])

  void read('bob', long)
  const first = read('eve', short)
  expect(pool.threadCount).toBe(3)
  leaving.abort()
  await Promise.all([first, last])
  expect(ended).toEqual(['bob', 'ada client_gone', 'eve', 'ada'])
})

test('TAG-01 a caller who leaves ends the job, and one that still waits takes no thread', async () => {
  const pool = poolWith({ threads: 1, idleMs: 600_000 })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const cancelled = { reason: 'client_gone' }
  const jobs = [
    tagsIn(pool, long, { userId: 'ada', signal: running.signal }),
    tagsIn(pool, long, { userId: 'bob', signal: waiting.signal }),
  ].map(job => expect(job).rejects.toMatchObject(cancelled))
  waiting.abort()
  await jobs[1]
  running.abort()
  await jobs[0]
  expect(pool.threadCount).toBe(0)
  await expect(tagsIn(pool, short, { userId: 'ada', signal: running.signal })).rejects.toMatchObject(
    cancelled,
  )
  expect(pool.threadCount).toBe(0)
})

test('TAG-01 a client that disconnects ends the reading of its file', async () => {
  const server = await testServer({ parserLimits: { idleMs: 600_000 } })
  const leaving = new AbortController()
  const answer = sendFile(
    server.url + pathOf(readVendorTags),
    await readFile(long),
    server.bearer(),
    leaving.signal,
  ).catch(() => 'left')
  await vi.waitFor(() => expect(server.app.parsers.threadCount).toBe(1), { timeout: 60_000 })
  leaving.abort()
  expect(await answer).toBe('left')
  await vi.waitFor(() => expect(server.app.parsers.threadCount).toBe(0), { timeout: 60_000 })
  await vi.waitFor(() => expect(server.app.parsers.placesTaken).toBe(0), { timeout: 60_000 })
  await server.close()
})

test('TAG-01 places are bounded, of one user and of all; more are asked to come back', async () => {
  const server = await testServer({ parserLimits: { places: 2, placesPerUser: 1 } })
  const tags = server.url + pathOf(readVendorTags)
  const [ada, bob, eve] = ['ada', 'bob', 'eve'].map(name =>
    server.bearer({ userName: `${name}@example.com`, userId: name }),
  )
  const zip = await zipOf([{ name: 'a.txt', content: '[noise]' }])
  const open = async (headers: Record<string, string>) => {
    const taken = server.app.parsers.placesTaken
    const call = request(tags, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    })
    call.on('error', () => undefined)
    call.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n')
    onTestFinished(() => void call.destroy())
    await vi.waitFor(() => expect(server.app.parsers.placesTaken).toBe(taken + 1), { timeout: 60_000 })
    return call
  }
  const status = async (headers: Record<string, string>) => {
    const answer = await sendFile(tags, zip, headers)
    const description = answer.ok ? '' : errorBodySchema.parse(await answer.json()).errors[0]?.description
    return [answer.status, answer.headers.get('retry-after'), description]
  }
  expect(await status(ada!)).toEqual([200, null, ''])
  const first = await open(ada!)
  const tooMany = [429, '5', 'Other files of yours are being read; try again in a moment']
  expect(await status(ada!)).toEqual(tooMany)
  expect(await status(bob!)).toEqual([200, null, ''])
  await open(bob!)
  const busy = [503, '5', 'Too many files are being read; try again in a moment']
  expect(await status(eve!)).toEqual(busy)
  const imported = await fetch(server.url + pathOf(importTranscript), {
    method: 'POST',
    headers: { ...eve, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(imported.status).toBe(503)
  first.destroy()
  await vi.waitFor(async () => expect(await status(eve!)).toEqual([200, null, '']), { timeout: 60_000 })
})

test('TAG-01 a server that stops ends what is being read', async () => {
  const server = await testServer()
  const zip = await readFile(long)
  const answer = sendFile(server.url + pathOf(readVendorTags), zip, server.bearer()).then(
    ({ status }) => status,
    () => 'cut',
  )
  await vi.waitFor(() => expect(server.app.parsers.threadCount).toBe(1), { timeout: 60_000 })
  await server.close()
  expect(server.app.parsers.threadCount).toBe(0)
  expect([503, 'cut']).toContain(await answer)
})
