import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testMedia } from '../../testing/test-media'
import type { Media } from './media'
import { runProgram } from './run-program'

let folder: string
let media: Media
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-hostile-'))
  media = await testMedia()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Made by the decoder's own program, as the sender of such a file would. */
async function make(name: string, ...args: string[]): Promise<string> {
  if (!media.tools.available) throw new Error(media.tools.reason)
  const path = join(folder, name)
  const { code, stderr } = await runProgram(media.tools.ffmpeg, ['-v', 'error', '-y', ...args, path], {
    timeoutMs: 30_000,
  })
  if (code !== 0) throw new Error(stderr)
  return path
}

const twoSeconds = ['-f', 'lavfi', '-i', 'sine=f=300:r=16000:d=2']
const gapOf = (seconds: number) => ['-af', `asetpts='if(gt(T,1),PTS+${seconds}*16000,PTS)'`]

test('a small file with a gap of hours in its timestamps is refused before anything is written', async () => {
  const path = await make('gap.mp4', ...twoSeconds, ...gapOf(24_000), '-c:a', 'aac')
  const source = { path, ending: 'mp4' }
  expect((await stat(path)).size).toBeLessThan(50_000)
  const refusal = { reason: 'undecodable', message: expect.stringContaining('they span 400 minutes') }
  await expect(media.probe(source)).rejects.toMatchObject(refusal)
  const target = join(folder, 'gap.flac')
  await expect(media.toFlac(source, target, { pcm: join(folder, 'gap.pcm') })).rejects.toMatchObject(refusal)
  await expect(stat(target)).rejects.toThrow('ENOENT')
})

test('a pause of minutes is still filled with silence', async () => {
  const path = await make('pause.mp4', ...twoSeconds, ...gapOf(120), '-c:a', 'aac')
  const pcm = join(folder, 'pause.pcm')
  await media.toFlac({ path, ending: 'mp4' }, join(folder, 'pause.flac'), { pcm })
  expect((await stat(pcm)).size / 32_000).toBeCloseTo(122, 0)
})

test('a codec that is not on the list is not decoded', async () => {
  const path = await make('exotic.wav', ...twoSeconds, '-c:a', 'wmav2')
  const target = join(folder, 'exotic.flac')
  await expect(media.toFlac({ path, ending: 'wav' }, target)).rejects.toMatchObject({ reason: 'undecodable' })
})

test('a play list dressed up as a recording opens neither an address nor another file', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const list = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:${port}/x.ts\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`
  const path = join(folder, 'list.mp3')
  await writeFile(path, list)
  await expect(media.probe({ path, ending: 'mp3' })).rejects.toMatchObject({ reason: 'undecodable' })
  await expect(media.toFlac({ path, ending: 'mp3' }, join(folder, 'list.flac'))).rejects.toThrow()
  expect(calls).toBe(0)
})
