import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { concatPcm, floatToPcm, SAMPLE_RATE_HZ } from '@livetap/audio'
import { ffmpeg } from './ffmpeg'
import { readersRoot, seeded } from './recordings'
import { music, noise, silence } from './synthetic-sound'

/** Sound in which no one speaks. */
export interface NoSpeech {
  name: string
  load(seconds: number): Int16Array
}

const samplesOf = (seconds: number) => Math.round(seconds * SAMPLE_RATE_HZ)

function made(seconds: number, sample: (t: number, at: number) => number): Int16Array {
  return floatToPcm(
    Float32Array.from({ length: samplesOf(seconds) }, (_, at) => sample(at / SAMPLE_RATE_HZ, at)),
  )
}

const tone = (hz: number, t: number) => Math.sin(2 * Math.PI * hz * t)

/** A mains hum with its harmonics. */
const hum = (seconds: number) =>
  made(seconds, t => 0.15 * [1, 2, 3, 5].reduce((sum, k) => sum + tone(50 * k, t) / k, 0))

/** Short sounds at irregular intervals, each made by `sound` from the seconds since its start. */
function irregular(
  { everyS, lengthS, seed }: { everyS: number; lengthS: number; seed: number },
  sound: (t: number, next: () => number, pitch: number) => number,
): (seconds: number) => Int16Array {
  return seconds => {
    const next = seeded(seed)
    const out = new Float32Array(samplesOf(seconds))
    for (let at = 0; at < out.length; at += samplesOf(everyS * (0.3 + 1.4 * next()))) {
      const pitch = 0.7 + 0.6 * next()
      const length = Math.min(samplesOf(lengthS), out.length - at)
      for (let i = 0; i < length; i++) out[at + i]! += sound(i / SAMPLE_RATE_HZ, next, pitch)
    }
    return floatToPcm(out)
  }
}

const knocks = irregular(
  { everyS: 0.6, lengthS: 0.2, seed: 11 },
  (t, next, pitch) => (0.5 * tone(140 * pitch, t) + 0.2 * (next() - 0.5)) * Math.exp(-30 * t),
)
const typing = irregular(
  { everyS: 0.16, lengthS: 0.03, seed: 12 },
  (t, next) => 0.4 * (next() - 0.5) * Math.exp(-180 * t),
)
const breath = irregular(
  { everyS: 3, lengthS: 1.2, seed: 13 },
  (t, next) => 0.12 * (next() - 0.5) * Math.sin((Math.PI * t) / 1.2) ** 2,
)
const coughs = irregular(
  { everyS: 2.5, lengthS: 0.35, seed: 14 },
  (t, next, pitch) =>
    (0.5 * (next() - 0.5) + 0.15 * tone(420 * pitch, t) + 0.1 * tone(1150 * pitch, t)) * Math.exp(-11 * t),
)
const chirps = irregular(
  { everyS: 0.9, lengthS: 0.25, seed: 15 },
  (t, _, pitch) => 0.25 * tone(2800 * pitch + 6000 * t, t) * Math.sin((Math.PI * t) / 0.25),
)
/** A glissando with overtones, which is what of all tones is most like a voice. */
const whine = irregular(
  { everyS: 2, lengthS: 1.1, seed: 16 },
  (t, _, pitch) =>
    0.2 *
    Math.sin((Math.PI * t) / 1.1) *
    [1, 2, 3, 4, 5].reduce((sum, k) => sum + tone(k * (180 * pitch + 60 * t), t) / k, 0),
)

const keys = [697, 770, 852, 941].flatMap(low => [1209, 1336, 1477].map(high => [low, high] as const))

const telephone = (seconds: number) =>
  made(seconds, t => {
    // A dial tone, a number, and ringing, over and over.
    const at = t % 14
    if (at < 3) return 0.15 * (tone(350, t) + tone(440, t))
    const [low, high] = keys[Math.floor(at * 5) % keys.length]!
    if (at < 6) return at % 0.2 < 0.12 ? 0.15 * (tone(low, t) + tone(high, t)) : 0
    return at % 4 < 1.8 ? 0.15 * (tone(440, t) + tone(480, t)) : 0
  })

const siren = (seconds: number) =>
  made(seconds, t => 0.3 * Math.sin(2 * Math.PI * 800 * t - 250 * Math.cos(2 * t)))

/** Made here: the same on any machine. */
export const syntheticNoSpeech: NoSpeech[] = [
  { name: 'silence', load: silence },
  { name: 'white noise', load: seconds => noise(seconds, 0.1) },
  { name: 'a fan', load: seconds => noise(seconds, 0.2, 0.95) },
  { name: 'a street', load: seconds => noise(seconds, 0.3, 0.99) },
  { name: 'faint noise', load: seconds => noise(seconds, 0.002) },
  { name: 'a mains hum', load: hum },
  { name: 'chords', load: music },
  { name: 'knocks', load: knocks },
  { name: 'typing', load: typing },
  { name: 'breath', load: breath },
  { name: 'coughs', load: coughs },
  { name: 'chirps', load: chirps },
  { name: 'a whine', load: whine },
  { name: 'a telephone', load: telephone },
  { name: 'a siren', load: siren },
]

/** Repeated up to a length, with a little silence between. */
function repeated(pcm: Int16Array, seconds: number): Int16Array {
  const wanted = samplesOf(seconds)
  const once = pcm.length < wanted ? concatPcm([pcm, silence(1)]) : pcm
  const times = Math.ceil(wanted / Math.max(1, once.length))
  return concatPcm(Array.from({ length: times }, () => once)).subarray(0, wanted)
}

function decoded(file: string): Int16Array {
  const bytes = execFileSync(
    ffmpeg,
    ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(SAMPLE_RATE_HZ), '-f', 's16le', '-'],
    { maxBuffer: 1 << 28 },
  )
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)))
}

const filesIn = (folder: string, isWanted: (name: string) => boolean) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(isWanted)
        .sort()
        .map(name => join(folder, name))
    : []

const isSound = (name: string) => /\.(wav|oga|ogg)$/.test(name)

/** Recorded ones of Debian's packages, as far as they are installed: music on hold, the sounds of desktops, beeps and monkeys. */
export function recordedNoSpeech(): NoSpeech[] {
  const sounds = join(readersRoot, 'sounds')
  const music = filesIn(join(readersRoot, 'asterisk/moh'), isSound).map(file => ({
    name: file,
    files: [file],
  }))
  const prompts = join(readersRoot, 'asterisk/sounds/en_US_f_Allison')
  const groups = [
    ...music,
    ...['freedesktop', 'deepin', 'Yaru', 'oxygen'].map(theme => ({
      name: `the sounds of ${theme}`,
      // Names of the loudspeakers are spoken.
      files: filesIn(
        join(sounds, theme, 'stereo'),
        name => isSound(name) && !/^audio-(channel|test)/.test(name),
      ),
    })),
    {
      name: 'beeps and monkeys',
      files: filesIn(prompts, name =>
        /^(beep|beeperr|ascending-2tone|descending-2tone|tt-monkeys)\.wav$/.test(name),
      ),
    },
  ]
  return groups
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => ({
      name: name.replace(/^.*\//, ''),
      load: seconds => repeated(concatPcm(files.flatMap(file => [decoded(file), silence(0.5)])), seconds),
    }))
}
