import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import { ffmpeg } from '@livetap/speech/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server'
import { PipelineClient } from './testing/pipeline-client'
import { scriptedTools } from './testing/scripted-tools'
import { humWav } from './testing/test-sound'

let server: TestServer
let client: PipelineClient
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livetap-poisoned-'))
  server = await testServer({ speech: scriptedTools() })
  client = new PipelineClient(server)
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

function zeroHertz(): Uint8Array {
  const wav = Buffer.from(humWav(1))
  wav.writeUInt32LE(0, 24)
  return wav
}

/** A play list that would have the decoder read another file of this machine. */
const playList = () =>
  Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n')
const concatList = () => Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")
const zip = () => Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(2_000, 7)])

async function videoOnly(): Promise<Uint8Array> {
  const path = join(folder, 'silent.mp4')
  execFileSync(ffmpeg, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=c=blue:s=64x64:d=1',
    '-c:v',
    'libx264',
    path,
  ])
  return await readFile(path)
}

/** Cut before its index, which an ordinary mp4 has at its end. */
async function truncatedMp4(): Promise<Uint8Array> {
  const source = join(folder, 'hum.wav')
  const path = join(folder, 'whole.m4a')
  await writeFile(source, humWav(20))
  execFileSync(ffmpeg, ['-v', 'error', '-i', source, '-c:a', 'aac', path])
  const whole = await readFile(path)
  return whole.subarray(0, Math.floor(whole.length / 2))
}

describe('a recording that cannot be processed', () => {
  test.each([
    ['one byte', 'empty.wav', () => Buffer.alloc(1), /cannot be decoded/],
    ['a zip with another name', 'zip.wav', zip, /cannot be decoded/],
    ['a header of 0 Hz', 'zero.wav', zeroHertz, /cannot be decoded/],
    ['an mp4 cut in the middle', 'cut.mp4', truncatedMp4, /cannot be decoded/],
    ['a play list', 'list.mp3', playList, /cannot be decoded/],
    ['a list of files', 'list.oga', concatList, /cannot be decoded/],
    ['a picture without sound', 'silent.mp4', videoOnly, /holds no sound/],
    ['a header without a sample', 'none.wav', () => humWav(0), /cannot be decoded|holds no sound/],
  ])('UPL-07 %s fails its meeting with the reason, and nothing else', async (_, name, content, reason) => {
    const poisoned = await client.upload(name, await content())
    const sound = await client.upload('fine.wav', humWav(5))
    const failed = await client.settled(poisoned)
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(reason) })
    expect(failed.error).not.toContain(folder)
    expect(failed.error).not.toContain('recording.')
    const answer = await client.call(getTranscript, { params: { id: poisoned } })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ errors: [{ description: expect.stringMatching(reason) }] })
    expect(await client.settled(sound)).toMatchObject({ status: 'CallEnded', error: null })
    expect((await client.transcript(sound)).results).toHaveLength(2)
  })

  test('UPL-07 an empty file is refused before a byte is sent, an unknown ending as well', async () => {
    const empty = await client.create('empty.wav', 0)
    expect(empty.status).toBe(422)
    expect(await empty.text()).toContain('file_size')
    const text = await client.create('notes.txt', 10)
    expect(text.status).toBe(415)
    expect(await text.text()).toContain('notes.txt is not accepted')
  })

  test('UPL-07 a wav that ends before its header says becomes a meeting of what is there', async () => {
    const id = await client.upload('cut.wav', humWav(20).subarray(0, 44 + 32_000 * 9))
    expect(await client.settled(id)).toMatchObject({ status: 'CallEnded', duration: 9_000 })
  })
})
