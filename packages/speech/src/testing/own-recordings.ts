import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { wavToPcm, writeWav } from '@livetap/audio/testing'
import { ffmpeg } from './ffmpeg'

export const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))
const packed = join(projectRoot, 'testing/speech')
const unpacked = join(projectRoot, '.cache/test-speech')
const soundEndings = ['.wav', '.flac', '.mp3', '.oga']

const isNewer = (file: string, than: string) => statSync(file).mtimeMs > statSync(than).mtimeMs

/**
 * One folder per set of sources, so that nothing made of one recording is taken for another of the same name.
 * Made under another name first: several test processes may want it at once.
 */
function made(name: string, sources: readonly string[], make: (target: string) => void): string {
  const folder = join(unpacked, createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 8))
  const target = join(folder, `${name}.wav`)
  if (existsSync(target) && !sources.some(source => isNewer(source, target))) return target
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${name}.${process.pid}.wav`)
  make(draft)
  renameSync(draft, target)
  return target
}

/** Recordings of people lie beside the repository where there are any, and are preferred; the repository's own are synthetic. */
const folders = [join(projectRoot, '../shared/audio'), packed]

function packedFile(name: string): string | undefined {
  for (const folder of folders.filter(existsSync)) {
    const file = readdirSync(folder).find(
      entry => parse(entry).name === name && soundEndings.includes(parse(entry).ext),
    )
    if (file) return join(folder, file)
  }
  return undefined
}

/** Beside the repository these two are parts of a longer recording: where they begin and how long they are, in seconds. */
const partsOfLonger: Record<string, [start: string, length: string]> = {
  'austen-0920': ['41.39', '6.05'],
  'austen-0930': ['48.24', '3.29'],
}

/** A recording as a WAV file of 16 kHz; undefined where there is none of that name. */
export function ownRecording(name: string): string | undefined {
  if (name === longReading.name) return longReading.file()
  const longer = partsOfLonger[name] && packedFile('long-composed-71s')
  const source = longer ?? packedFile(name)
  if (!source) return undefined
  const [start, length] = (longer && partsOfLonger[name]) ?? []
  return made(name, [source], target =>
    execFileSync(ffmpeg, [
      '-v',
      'error',
      '-y',
      ...(start && length ? ['-ss', start, '-t', length] : []),
      '-i',
      source,
      '-ar',
      String(SAMPLE_RATE_HZ),
      '-c:a',
      'pcm_s16le',
      target,
    ]),
  )
}

const pcmOf = (name: string): Int16Array => wavToPcm(readFileSync(ownRecording(name)!))

export interface Phrase {
  /** The synthetic voice: a number of Piper's or a name of flite's. */
  voice: number | string
  text: string
  startMs: number
  endMs: number
  pcm: Int16Array
}

/** The phrases of a list in testing/speech/phrases.json, as they were synthesised. */
export function phrases(list: string): Phrase[] {
  const read = (file: string) => JSON.parse(readFileSync(join(packed, file), 'utf8'))[list]
  const spoken = read('phrases.json') as Pick<Phrase, 'voice' | 'text'>[]
  const places = read('places.json') as [startMs: number, endMs: number][]
  const pcm = pcmOf(list)
  return spoken.map(({ voice, text }, index) => {
    const [startMs, endMs] = places[index]!
    return { voice, text, startMs, endMs, pcm: pcm.slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS) }
  })
}

const readings = {
  jfk: 'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
  'austen-0870':
    'and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
  'austen-0880': 'he was not an ill disposed young man',
  'austen-0890': 'unless to be rather cold hearted and rather selfish is to be ill disposed',
  'austen-0920':
    'had he married a more amiable woman he might have been made still more respectable than he was',
  'austen-0930': 'he might even have been made amiable himself',
}
export type Reading = keyof typeof readings

/** What is said in a reading, by a person or by the synthetic voice in their place. */
export const readingText = (name: Reading): string => readings[name]
export const readingNames = Object.keys(readings) as Reading[]

const order: Reading[] = [
  'austen-0870',
  'jfk',
  'austen-0880',
  'austen-0890',
  'jfk',
  'austen-0920',
  'austen-0930',
  'austen-0870',
  'jfk',
]
const GAP_SAMPLES = 0.8 * SAMPLE_RATE_HZ

/** Two readers by turns for 71 seconds, with the places and texts of their parts. */
export const longReading = {
  name: 'long-reading',
  parts(): { name: Reading; text: string; startMs: number; endMs: number; pcm: Int16Array }[] {
    let at = 0
    return order.map(name => {
      const pcm = pcmOf(name)
      const startMs = at / SAMPLES_PER_MS
      at += pcm.length + GAP_SAMPLES
      return { name, text: readings[name], startMs, endMs: startMs + pcm.length / SAMPLES_PER_MS, pcm }
    })
  },
  file(): string {
    return made(
      longReading.name,
      order.map(name => ownRecording(name)!),
      target => {
        const parts = longReading.parts()
        const whole = new Int16Array(parts.at(-1)!.endMs * SAMPLES_PER_MS)
        for (const { pcm, startMs } of parts) whole.set(pcm, startMs * SAMPLES_PER_MS)
        writeFileSync(target, writeWav(whole))
      },
    )
  },
}
