import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { concatPcm, floatToPcm, mixChannels, resample, SAMPLE_RATE_HZ } from '@livetap/audio'
import { readWav } from '@livetap/audio/testing'
import { readSound } from './spoken-clips'

const asterisk = '/usr/share/asterisk/sounds'
const sharedAudio = fileURLToPath(new URL('../../../../shared/audio/', import.meta.url))
/** Around a recording: about the pause between two sentences. */
const pause = new Int16Array(SAMPLE_RATE_HZ / 2)
const QUICKER = 1.12

export interface QuietRecording {
  file: string
  /** With a pause before and behind. */
  pcm: Int16Array
  /** Without the pauses. */
  seconds: number
}

/** Recordings in which no one calls the assistant, that many seconds of them, or one part of so many. */
export function* quietSpeech(
  seconds: number,
  { part, parts }: { part: number; parts: number },
): Generator<QuietRecording> {
  let spokenSeconds = 0
  for (const { path, quicker } of twice(recordings()).filter((_, at) => at % parts === part - 1)) {
    if (spokenSeconds >= seconds / parts) return
    const pcm = decode(path, quicker)
    const length = pcm.length / SAMPLE_RATE_HZ
    spokenSeconds += length
    yield { file: basename(path), pcm: concatPcm([pause, pcm, pause]), seconds: length }
  }
}

/** A second round only where the first was too short: the same sentences by quicker, higher voices. */
const twice = (paths: readonly string[]) => [
  ...paths.map(path => ({ path, quicker: false })),
  ...paths.map(path => ({ path, quicker: true })),
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

function decode(path: string, quicker: boolean): Int16Array {
  try {
    const { sampleRate, mono } = path.endsWith('.wav') ? wav(path) : decoded(path)
    return floatToPcm(resample(mono, quicker ? sampleRate * QUICKER : sampleRate))
  } catch {
    // The packages hold a few files without any sound.
    console.log(`left out, it cannot be read: ${path}`)
    return new Int16Array()
  }
}

function wav(path: string) {
  const { sampleRate, channels } = readWav(readFileSync(path))
  return { sampleRate, mono: mixChannels(channels) }
}

const decoded = (path: string) => ({
  sampleRate: SAMPLE_RATE_HZ,
  mono: Float32Array.from(readSound(path), sample => sample / 32_768),
})
