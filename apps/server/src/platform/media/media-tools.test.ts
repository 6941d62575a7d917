import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { getChoices } from '@livetap/contract/calls/choices'
import { getEnv } from '@livetap/contract/calls/env'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import { readyz } from '@livetap/contract/calls/operations'
import { createUpload } from '@livetap/contract/calls/uploads'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { humWav } from '../../modules/pipeline/testing/test-sound'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'
import { Media } from './media'
import { findMediaTools } from './media-tools'
import { runProgram } from './run-program'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-media-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Of the length that a FLAC's first block promises. */
async function samplesInHeader(path: string): Promise<number> {
  const flac = await readFile(path)
  expect(flac.subarray(0, 4).toString()).toBe('fLaC')
  return (flac[21]! & 0x0f) * 2 ** 32 + flac.readUInt32BE(22)
}

describe('ffmpeg', () => {
  test('on the PATH is used without a notice', async () => {
    const path = join(folder, 'current')
    await mkdir(path)
    for (const name of ['ffmpeg', 'ffprobe'])
      await writeFile(
        join(path, name),
        `#!/bin/sh\necho "${name} version 7.1.1 Copyright (c) 2000-2025 the FFmpeg developers"\n`,
        { mode: 0o755 },
      )
    const media = new Media(await findMediaTools({ path }))
    expect(media.tools).toMatchObject({ available: true, source: 'path' })
    expect(media.notice).toBeUndefined()
    expect(media.unavailableReason).toBeUndefined()
  })

  test('absent from the PATH is replaced by the npm build, with a notice, and does the work', async () => {
    const media = new Media(await findMediaTools({ path: '' }))
    expect(media.tools).toMatchObject({ available: true, source: 'npm' })
    expect(media.notice).toMatch(/old ffmpeg .* npm package.*install a current ffmpeg/)
    const source = join(folder, 'hum.wav')
    await writeFile(source, humWav(2))
    expect(await media.probe({ path: source, ending: 'wav' })).toMatchObject({
      durationMs: 2_000,
      audio: { codec: 'pcm_s16le', sampleRate: 16_000, channels: 1 },
      video: null,
    })
    const target = join(folder, 'npm.flac')
    await media.toFlac({ path: source, ending: 'wav' }, target)
    expect(await samplesInHeader(target)).toBe(32_000)
    const raw = join(folder, 'hum.pcm')
    await writeFile(raw, humWav(2).subarray(44))
    expect(await media.probe({ path: raw, ending: 'pcm' })).toMatchObject({ durationMs: 2_000 })
    await media.toFlac({ path: raw, ending: 'pcm' }, target)
    expect(await samplesInHeader(target)).toBe(32_000)
  })

  test('UPL-07 absent altogether: uploads say why they are off, everything else works', async () => {
    const media = new Media(await findMediaTools({ path: '', npmBuild: () => undefined }))
    expect(media.unavailableReason).toContain('Install ffmpeg')
    const server = await testServer({ media })
    const headers = server.bearer()
    const body = {
      start_at_utc: '2026-03-01T10:00:00Z',
      source: 's',
      client_region: 'us',
      file_size: 9,
      file_type: 'audio/wav',
    }
    const refused = await callEndpoint(server.url, createUpload, { headers, body })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      errors: [{ description: expect.stringContaining('Install ffmpeg') }],
    })
    for (const endpoint of [getChoices, recentMeetings, readyz, getEnv])
      expect((await callEndpoint(server.url, endpoint, { headers })).status).toBe(200)
    const capacities = await callEndpoint(server.url, clusterCapacities, { headers })
    expect(Object.keys((await capacities.json()) as object)).toEqual(['local'])
  })
})

describe('a program', () => {
  const node = (script: string) => [process.execPath, ['-e', script]] as const

  test('inherits none of our environment', async () => {
    vi.stubEnv('LIVETAP_SECRET', 'S3CRET')
    const [path, args] = node('console.log(JSON.stringify(process.env))')
    const { stdout } = await runProgram(path, args, { timeoutMs: 30_000 })
    vi.unstubAllEnvs()
    const seen = Object.keys(JSON.parse(stdout.toString())).filter(name => !name.startsWith('__'))
    expect(seen.sort()).toEqual(['LC_ALL', 'MALLOC_ARENA_MAX'])
  })

  test.skipIf(process.platform !== 'linux')(
    'runs under limits that the system keeps',
    {
      meta: { skipReason: 'the limits are read from /proc, which only Linux has' },
    },
    async () => {
      const limits = { memoryBytes: 300 * 2 ** 20, cpuSeconds: 7, fileBytes: 100 * 1024 }
      const asked = ['-c', 'ulimit -v; ulimit -t; ulimit -f; ulimit -c']
      const { stdout } = await runProgram('/bin/sh', asked, { timeoutMs: 30_000, limits })
      expect(stdout.toString().split('\n')).toEqual(['307200', '7', '200', '0', ''])
      const file = join(folder, 'large')
      const writing = ['-c', `exec head -c 10000000 /dev/zero > ${file}`]
      const { signal } = await runProgram('/bin/sh', writing, { timeoutMs: 30_000, limits })
      expect([signal, (await stat(file)).size]).toEqual(['SIGXFSZ', 100 * 1024])
    },
  )

  test('is killed when its time is up and on abort', async () => {
    const [path, args] = node('setInterval(() => {}, 1000)')
    await expect(runProgram(path, args, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'timeout' })
    const controller = new AbortController()
    const running = runProgram(path, args, { timeoutMs: 60_000, signal: controller.signal })
    controller.abort()
    await expect(running).rejects.toMatchObject({ reason: 'aborted' })
  })

  test('that says too much is stopped, and what it says last is kept', async () => {
    const [path, args] = node("for (;;) process.stdout.write('x'.repeat(65536))")
    await expect(
      runProgram(path, args, { timeoutMs: 30_000, maxOutputBytes: 100_000 }),
    ).rejects.toMatchObject({
      reason: 'failed',
    })
    const [chatty, more] = node("process.stderr.write('y'.repeat(100000) + 'the end', () => process.exit(3))")
    const { code, stderr } = await runProgram(chatty, more, { timeoutMs: 30_000 })
    expect(code).toBe(3)
    expect(stderr.endsWith('the end')).toBe(true)
    expect(stderr.length).toBeLessThan(20_000)
  })
})
