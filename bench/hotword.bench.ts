/**
 * Whether EVA hears its name: synthetic voices and sentences that nothing was tuned on, and hours of speech in which
 * nobody calls it. Sound goes the way a meeting's sound goes: the default engine with the meeting's phrases.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { defaultCustomPhrases } from '@livetap/contract'
import { createSpeech, inspectModel, isCalled, modelFolder, modelsRoot } from '@livetap/speech'
import { quietSpeech } from './lib/quiet-speech'
import { isToy, type Measure, report } from './lib/report'
import { isInstalled, type Synthesiser, speak, type Voice } from './lib/spoken-clips'

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

const model = await inspectModel(modelsRoot(), 'moonshine')
const present = (['espeak-ng', 'flite', 'festival'] as const).filter(name => isInstalled(name))
if (!model.ok || !isInstalled('ffmpeg') || present.length === 0) {
  const missing = model.ok ? 'ffmpeg and one of espeak-ng, flite, festival' : model.reason
  console.log(`bench hotword is skipped: it needs ${missing}`)
  process.exit(0)
}
for (const name of ['espeak-ng', 'flite', 'festival'])
  if (!present.includes(name as Synthesiser)) console.log(`${name} is not installed: its voices are left out`)

/** Nothing here is timed: the run may be laid to sleep for a while and goes on afterwards. */
const jobTimeoutMs = 60 * 60_000
const speech = createSpeech({
  processes: availableParallelism(),
  threads: 1,
  jobTimeoutMs,
  modelsRoot: englishModels(),
})

/**
 * The models that read a call. Whisper is asked where they understood nothing at all, which in hours of languages that
 * they do not know would be most of the bench's time.
 */
function englishModels(): string {
  const root = mkdtempSync(join(tmpdir(), 'livetap-models-'))
  for (const id of ['silero', 'moonshine'] as const) {
    mkdirSync(dirname(modelFolder(root, id)), { recursive: true })
    symlinkSync(modelFolder(modelsRoot(), id), modelFolder(root, id))
  }
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  return root
}
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
    { languageCode: 'en-US', hints, interims: false, wordTimes: false },
    {
      final: ({ text }) => finals.push(text),
      drained: () => resume(),
      // `end` rejects with it.
      failed: () => resume(),
    },
  )
  const step = SAMPLE_RATE_HZ
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

let quietSeconds = 0
let alarms = 0
const pieces = quietSpeech(quietHours * 3600)
const listen = async () => {
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    const { files, pcm, speechSeconds } = piece.value
    const finals = await finalsOf(pcm)
    quietSeconds += speechSeconds
    for (const text of finals.filter(isCalled)) {
      alarms += 1
      console.log(`false alarm in ${files.join(' ')}: "${text}"`)
    }
    if (Math.floor(quietSeconds / 600) > Math.floor((quietSeconds - speechSeconds) / 600))
      console.log(`${(quietSeconds / 60).toFixed(0)} min of speech heard, ${alarms} false alarms`)
  }
}
// Twice the processes: while one stream waits for its last words, another one is heard.
await Promise.all(Array.from({ length: 2 * availableParallelism() }, listen))
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
else
  console.log('no speech without the name here: asterisk-core-sounds-{en,es,fr,it,ru}-wav or ../shared/audio')
report('hotword', measures)
