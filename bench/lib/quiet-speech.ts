import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { concatPcm, SAMPLE_RATE_HZ } from '@livetap/audio'

const asterisk = '/usr/share/asterisk/sounds'
const sharedAudio = fileURLToPath(new URL('../../../shared/audio/', import.meta.url))
/** Between two recordings: about the pause between two sentences. */
const gapSamples = SAMPLE_RATE_HZ / 2
const pieceSamples = 60 * SAMPLE_RATE_HZ

export interface QuietPiece {
  files: string[]
  pcm: Int16Array
  /** Without the gaps that were put in. */
  speechSeconds: number
}

/** Recordings in which nobody calls the assistant, joined to pieces of about a minute. */
export async function* quietSpeech(seconds: number): AsyncGenerator<QuietPiece> {
  let told = 0
  let parts: Int16Array[] = []
  let files: string[] = []
  let speech = 0
  const piece = () => ({ files, pcm: concatPcm(parts), speechSeconds: speech / SAMPLE_RATE_HZ })
  for await (const { file, pcm } of decoded(twice(recordings()))) {
    parts.push(pcm, new Int16Array(gapSamples))
    files.push(file)
    speech += pcm.length
    if (speech < Math.min(pieceSamples, (seconds - told) * SAMPLE_RATE_HZ)) continue
    yield piece()
    told += speech / SAMPLE_RATE_HZ
    if (told >= seconds) return
    parts = []
    files = []
    speech = 0
  }
  if (files.length > 0) yield piece()
}

interface Recording {
  path: string
  filter?: string
}

/** A second round only where the first was too short: the same sentences by quicker, higher voices. */
const twice = (paths: readonly string[]): Recording[] => [
  ...paths.map(path => ({ path })),
  ...paths.map(path => ({
    path,
    filter: `aresample=${SAMPLE_RATE_HZ},asetrate=${SAMPLE_RATE_HZ * 1.12},aresample=${SAMPLE_RATE_HZ}`,
  })),
]

/** The shared clips, then one of each asterisk voice in turn, so that any part of the whole holds all of them. */
function recordings(): string[] {
  const voices = existsSync(asterisk) ? folders(asterisk).map(speechIn) : []
  const longest = Math.max(0, ...voices.map(list => list.length))
  return [
    ...(existsSync(sharedAudio) ? speechIn(sharedAudio) : []),
    ...Array.from({ length: longest }, (_, at) => voices.flatMap(list => list[at] ?? [])).flat(),
  ]
}

/** Real folders only: the packages add links to each other. */
const folders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => join(folder, name))

const speechIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(wav|gsm|mp3)$/.test(name) && !/(^|\/)silence\//.test(name))
    .sort()
    .map(name => join(folder, name))

/** Decodes a few files ahead of who reads. */
async function* decoded(files: readonly Recording[]): AsyncGenerator<{ file: string; pcm: Int16Array }> {
  const ahead: Promise<Int16Array>[] = []
  for (const [at, { path }] of files.entries()) {
    while (ahead.length < 8 && at + ahead.length < files.length) ahead.push(decode(files[at + ahead.length]!))
    yield { file: basename(path), pcm: await ahead.shift()! }
  }
}

function decode({ path, filter }: Recording): Promise<Int16Array> {
  const change = filter ? ['-af', filter] : []
  const args = [
    '-v',
    'error',
    '-i',
    path,
    ...change,
    '-ac',
    '1',
    '-ar',
    String(SAMPLE_RATE_HZ),
    '-f',
    's16le',
    'pipe:1',
  ]
  return new Promise(resolve => {
    execFile('ffmpeg', args, { maxBuffer: 1 << 28, encoding: 'buffer' }, (error, bytes) => {
      // The packages hold a few files without any sound.
      if (error) console.log(`left out, it cannot be read: ${path}`)
      const pcm = new Int16Array(bytes.length >> 1)
      Buffer.from(pcm.buffer).set(bytes.subarray(0, pcm.length * 2))
      resolve(pcm)
    })
  })
}
