/**
 * Whether EVA hears its name: synthetic voices and sentences that nothing was tuned on, and hours of speech in which
 * nobody calls it. Sound goes the way a meeting's sound goes: the default engine with the meeting's phrases.
 */
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultCustomPhrases } from '@livetap/contract'
import { createSpeech, inspectModel, isCalled, modelsRoot } from '@livetap/speech'
import { isToy, type Measure, report } from './lib/report'
import { isInstalled, readSound, type Synthesiser, speak, type Voice } from './lib/spoken-clips'

/** What the thresholds were chosen on; kept here so that nobody measures on it. */
export const development: { voices: Voice[]; texts: string[] } = {
  voices: [
    { synthesiser: 'espeak-ng', name: 'en-us' },
    { synthesiser: 'espeak-ng', name: 'en-gb' },
    { synthesiser: 'espeak-ng', name: 'en-us+f2' },
    { synthesiser: 'espeak-ng', name: 'en-us+m3' },
    { synthesiser: 'flite', name: 'kal16' },
    { synthesiser: 'flite', name: 'rms' },
    { synthesiser: 'flite', name: 'awb' },
    { synthesiser: 'festival', name: 'kal_diphone' },
  ],
  texts: [
    'OK EVA, highlight that.',
    'Hey EVA, note that.',
    'OK EVA, action item.',
    'Hey EVA, stop listening.',
    'We go with the second plan. OK EVA, highlight that.',
  ],
}

const heldOut: { voices: Voice[]; texts: string[] } = {
  voices: [
    { synthesiser: 'espeak-ng', name: 'en-gb-scotland' },
    { synthesiser: 'espeak-ng', name: 'en-gb-x-rp' },
    { synthesiser: 'espeak-ng', name: 'en-029' },
    { synthesiser: 'espeak-ng', name: 'en-us-nyc' },
    { synthesiser: 'flite', name: 'slt' },
    { synthesiser: 'flite', name: 'kal' },
    { synthesiser: 'festival', name: 'cmu_us_slt_arctic_hts' },
  ],
  texts: [
    'OK EVA, highlight this.',
    'Hey EVA, follow up with the customer.',
    'OK EVA, decision, we start on Monday.',
    'Hey EVA, turn off the chimes.',
    'OK EVA, thank you.',
    'I think we are done with that. Hey EVA, take a note.',
    'OK EVA, go off the record.',
    'Hey EVA, listen again.',
  ],
}

const hitShare = 70
const alarmsPerHour = 1
const wantedHours = 3
/** `--hours=0.5` looks at less than what counts. */
const givenHours = Number(/--hours=([\d.]+)/.exec(process.argv.join(' '))?.[1] ?? wantedHours)
const quietHours = isToy ? 0.004 : givenHours
const asterisk = '/usr/share/asterisk/sounds'
const sharedAudio = fileURLToPath(new URL('../../shared/audio/', import.meta.url))

const model = await inspectModel(modelsRoot(), 'moonshine')
const present = (['espeak-ng', 'flite', 'festival'] as const).filter(name => isInstalled(name))
if (!model.ok || !isInstalled('ffmpeg') || present.length === 0) {
  const missing = model.ok ? 'ffmpeg and one of espeak-ng, flite, festival' : model.reason
  console.log(`bench hotword is skipped: it needs ${missing}`)
  process.exit(0)
}
for (const name of ['espeak-ng', 'flite', 'festival'])
  if (!present.includes(name as Synthesiser)) console.log(`${name} is not installed: its voices are left out`)

const speech = createSpeech({ processes: availableParallelism(), threads: 1 })
const hints = {
  phrases: defaultCustomPhrases.map(({ phrase }) => phrase),
  entities: [],
  weight: 0.6,
  limitVocabToPhrases: false,
}

/** Every final of the sound. */
async function finalsOf(pcm: Int16Array): Promise<string[]> {
  const finals: string[] = []
  let resume = () => {}
  const stream = await speech.registry.open(
    'nutcracker',
    { languageCode: 'en-US', hints, interims: false },
    {
      final: ({ text }) => finals.push(text),
      drained: () => resume(),
      // `end` rejects with it.
      failed: () => resume(),
    },
  )
  const step = 16_000
  for (let at = 0; at < pcm.length; at += step) {
    const full = new Promise<void>(resolve => {
      resume = resolve
    })
    if (!stream.write(pcm.slice(at, at + step))) await full
  }
  await stream.end()
  return finals
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
}

const voices = heldOut.voices.filter(({ synthesiser }) => present.includes(synthesiser))
const spoken = (isToy ? voices.filter((_, at) => at % 8 === 0) : voices).flatMap(voice =>
  (isToy ? heldOut.texts.slice(0, 1) : heldOut.texts).map(text => ({ voice, text })),
)
const heard = new Map<Synthesiser, number[]>()
await inLanes(spoken, async ({ voice, text }) => {
  const finals = await finalsOf(speak(text, voice))
  const hit = finals.some(isCalled)
  heard.set(voice.synthesiser, [...(heard.get(voice.synthesiser) ?? []), hit ? 100 : 0])
  if (!hit) console.log(`missed: ${voice.synthesiser} ${voice.name} "${text}" was "${finals.join(' | ')}"`)
})

/** Recordings without the name, joined to pieces of about a minute. */
function* quietSpeech(): Generator<{ source: string; pcm: Int16Array }> {
  const files = [
    ...(existsSync(sharedAudio) ? wavs(sharedAudio) : []),
    ...(existsSync(asterisk) ? interleaved(languages().map(wavs)) : []),
  ]
  let seconds = 0
  let parts: Int16Array[] = []
  let samples = 0
  for (const path of files) {
    if (seconds / 3600 >= quietHours) return
    const pcm = readSound(path)
    parts.push(pcm, new Int16Array(8_000))
    samples += pcm.length + 8_000
    if (samples < 60 * 16_000 && !isToy) continue
    yield { source: path, pcm: joined(parts, samples) }
    seconds += samples / 16_000
    parts = []
    samples = 0
  }
}

/** Real folders only: the packages add links to each other. */
function languages(): string[] {
  const entries = readdirSync(asterisk, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(asterisk, name))
}

function wavs(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter(name => name.endsWith('.wav')).map(name => join(folder, name))
}

/** One of each language in turn, so that any part of the whole holds all of them. */
function interleaved(lists: readonly string[][]): string[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap(list => list[at] ?? [])).flat()
}

function joined(parts: readonly Int16Array[], samples: number): Int16Array {
  const pcm = new Int16Array(samples)
  let at = 0
  for (const part of parts) {
    pcm.set(part, at)
    at += part.length
  }
  return pcm
}

let quietSeconds = 0
let alarms = 0
const pieces = quietSpeech()
const listen = async () => {
  for (let piece = pieces.next(); !piece.done; piece = pieces.next()) {
    const { source, pcm } = piece.value
    const finals = await finalsOf(pcm)
    quietSeconds += pcm.length / 16_000
    for (const text of finals.filter(isCalled)) {
      alarms += 1
      console.log(`false alarm before ${source}: "${text}"`)
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, listen))
await speech.close()

const mean = (samples: readonly number[]) => samples.reduce((sum, value) => sum + value, 0) / samples.length
const all = [...heard.values()].flat()
const measures: Measure[] = [
  { name: 'hits, held-out voices', unit: '%', samples: [mean(all)], bar: { atLeast: hitShare } },
  ...[...heard].map(([name, samples]) => ({ name: `hits, ${name}`, unit: '%', samples: [mean(samples)] })),
]
if (quietSeconds > 0)
  measures.push(
    {
      name: 'speech without the name',
      unit: 'h',
      samples: [quietSeconds / 3600],
      bar: { atLeast: wantedHours },
    },
    {
      name: 'false alarms an hour',
      unit: '',
      samples: [alarms / (quietSeconds / 3600)],
      bar: { atMost: alarmsPerHour },
    },
  )
else console.log('no speech without the name here: asterisk-core-sounds-*-wav or ../shared/audio')
report('hotword', measures)
