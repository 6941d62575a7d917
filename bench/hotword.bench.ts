/**
 * Whether EVA hears its name: natural and robotic voices that nothing was tuned on, sentences that begin almost like a
 * call, and hours of speech in which no one calls it. `--share=0.2` takes a fifth of the sentences, `--hours=0.5` less
 * speech than what counts, `--without=kokoro,quiet` leaves parts out. `--part=2/6` hears every sixth recording of that
 * speech, from the second on: the six together are the whole, and their false alarms are added up.
 */

import { availableParallelism } from 'node:os'
import { pcmToFloat } from '@livetap/audio'
import { findCall, findWake, inspectModel, modelsRoot, type RecognitionResult } from '@livetap/speech'
import { CallDetector } from '../packages/speech/src/hotword/call-detector'
import { MIN_HEARD } from '../packages/speech/src/hotword/find-call'
import { isToy, type Measure, report } from './lib/report'
import { CallListener } from './lib/spoken/call-listener'
import { callTexts, nearTexts } from './lib/spoken/call-texts'
import { developmentVoices, kokoroVoices, piperVoices, roboticVoices } from './lib/spoken/call-voices'
import { speakNaturally } from './lib/spoken/natural-clips'
import { quietSpeech } from './lib/spoken/quiet-speech'
import { isInstalled, speak } from './lib/spoken/spoken-clips'

const bars = { natural: 95, robotic: 70, nearCalls: 3, rewritten: 0, alarmsPerHour: 0.3, hours: 3 }
const option = (name: string) => new RegExp(`--${name}=(\\S+)`).exec(process.argv.join(' '))?.[1]
const left = new Set(option('without')?.split(','))
const quietHours = isToy ? 0.004 : Number(option('hours') ?? bars.hours)
const share = isToy ? 0.02 : Number(option('share') ?? 1)
const [part, parts] = (option('part') ?? '1/1').split('/').map(Number) as [number, number]
const isWhole = share >= 1 && quietHours >= bars.hours && left.size === 0 && parts === 1

const model = await inspectModel(modelsRoot(), 'moonshine')
const synthesisers = (['espeak-ng', 'flite', 'festival'] as const).filter(name => isInstalled(name))
if (!model.ok || !isInstalled('ffmpeg')) {
  console.log(`bench hotword is skipped: it needs ${model.ok ? 'ffmpeg' : model.reason}`)
  process.exit(0)
}
for (const name of ['espeak-ng', 'flite', 'festival'] as const)
  if (!synthesisers.includes(name)) console.log(`${name} is not installed: its voices are left out`)

const tuned = roboticVoices.find(({ name }) => developmentVoices.some(voice => voice.name === name))
if (tuned) throw new Error(`${tuned.name} is a voice of the development: it proves nothing`)

const listener = new CallListener()

/** Evenly over the whole, so that a part holds all voices and texts alike. */
const shareOf = <T>(items: readonly T[]): T[] =>
  items.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
}

const hasCall = (finals: readonly RecognitionResult[]) =>
  finals.some(({ text, callLikelihood }) => findCall(text, callLikelihood) !== undefined)
const shown = (finals: readonly RecognitionResult[]) =>
  finals
    .map(
      ({ text, callLikelihood }) =>
        `${text}${callLikelihood === undefined ? '' : ` (${callLikelihood.toFixed(3)})`}`,
    )
    .join(' | ')

interface Clip {
  group: string
  voice: string
  text: string
  sound: () => Promise<Int16Array>
}

const naturalClip = (group: string, voice: number | string, text: string): Clip => ({
  group,
  voice: String(voice),
  text,
  sound: () => speakNaturally(text, voice),
})

/** Two sentences each, so that all sentences are said by many voices. */
const natural = [
  ...piperVoices.flatMap((voice, at) =>
    [0, 3].map(step => naturalClip('Piper, kept apart', voice, callTexts[(at + step) % callTexts.length]!)),
  ),
  ...(left.has('kokoro') ? [] : kokoroVoices).flatMap((voice, at) =>
    [0, 3].map(step => naturalClip('Kokoro', voice, callTexts[(at + step) % callTexts.length]!)),
  ),
]
const robotic = roboticVoices
  .filter(({ synthesiser }) => synthesisers.includes(synthesiser))
  .flatMap(voice =>
    callTexts.map(text => ({
      group: voice.synthesiser,
      voice: voice.name,
      text,
      sound: () => speak(text, voice),
    })),
  )

async function hitsOf(clips: readonly Clip[]): Promise<Map<string, number[]>> {
  const hits = new Map<string, number[]>()
  await inLanes(clips, async ({ group, voice, text, sound }) => {
    const finals = await listener.finalsOf(await sound())
    const hit = hasCall(finals)
    hits.set(group, [...(hits.get(group) ?? []), hit ? 100 : 0])
    if (!hit) console.log(`missed: ${group} ${voice} "${text}" was "${shown(finals)}"`)
  })
  return hits
}

const naturalHits = left.has('natural') ? new Map<string, number[]>() : await hitsOf(shareOf(natural))
const roboticHits = left.has('robotic') ? new Map<string, number[]>() : await hitsOf(shareOf(robotic))

const nearVoices = [...piperVoices, ...(left.has('kokoro') ? [] : kokoroVoices)]
const nearClips = nearTexts.map((text, at) =>
  naturalClip('near', nearVoices[(at * 7) % nearVoices.length]!, text),
)
const nearCalls: number[] = []
let rewritten = 0
await inLanes(left.has('near') ? [] : shareOf(nearClips), async ({ voice, text, sound }) => {
  const pcm = await sound()
  const finals = await listener.finalsOf(pcm)
  nearCalls.push(hasCall(finals) ? 100 : 0)
  if (hasCall(finals)) console.log(`false call: ${voice} "${text}" was "${shown(finals)}"`)
  if (!finals.some(({ text }) => findWake(text)?.clear)) return
  const plain = await listener.finalsOf(pcm, { hinted: false })
  if (plain.some(({ text }) => findWake(text)?.clear)) return
  rewritten += 1
  console.log(`rewritten: ${voice} "${text}" was "${shown(plain)}", became "${shown(finals)}"`)
})

/** A call needs the sound as well: a recording of which the ear says less than half of the least is not read. */
const MIN_SUSPECT = MIN_HEARD.clear / 2
let quietSeconds = 0
let read = 0
let alarms = 0
const recordings = quietSpeech(left.has('quiet') ? 0 : quietHours * 3600, { part, parts })
const ear = await CallDetector.load()
const listen = async () => {
  for (const { file, pcm, seconds } of recordings) {
    const suspect = pcm.length > 0 && (await ear.detect(pcmToFloat(pcm))) >= MIN_SUSPECT
    // Without the words' times the ear looks at whole segments: a bound from above.
    const finals = suspect ? await listener.finalsOf(pcm, { wordTimes: false }) : []
    quietSeconds += seconds
    if (suspect) read += seconds
    for (const { text, callLikelihood } of finals.filter(one => findCall(one.text, one.callLikelihood))) {
      alarms += 1
      console.log(`false alarm in ${file}: "${text}" (${callLikelihood?.toFixed(3)})`)
    }
    if (Math.floor(quietSeconds / 300) > Math.floor((quietSeconds - seconds) / 300))
      console.log(
        `${(quietSeconds / 60).toFixed(0)} min of speech heard, ${(read / 60).toFixed(0)} of them read, ${alarms} false alarms`,
      )
  }
}
// Twice the processes: while one stream waits for its last words, another one is heard.
await Promise.all(Array.from({ length: 2 * availableParallelism() }, listen))
await listener.close()

const mean = (samples: readonly number[]) => samples.reduce((sum, value) => sum + value, 0) / samples.length
const hitMeasures = (name: string, hits: Map<string, number[]>, atLeast: number): Measure[] =>
  hits.size === 0
    ? []
    : [
        { name: `hits, ${name}`, unit: '%', samples: [mean([...hits.values()].flat())], bar: { atLeast } },
        ...[...hits].map(
          ([group, samples]): Measure => ({
            name: `  ${group} (${samples.length})`,
            unit: '%',
            samples: [mean(samples)],
          }),
        ),
      ]
const measures: Measure[] = [
  ...hitMeasures('natural voices', naturalHits, bars.natural),
  ...hitMeasures('robotic voices', roboticHits, bars.robotic),
]
if (nearCalls.length > 0)
  measures.push(
    {
      name: `false calls of ${nearCalls.length} near sentences`,
      unit: '%',
      samples: [mean(nearCalls)],
      bar: { atMost: bars.nearCalls },
    },
    { name: 'near sentences rewritten', unit: '', samples: [rewritten], bar: { atMost: bars.rewritten } },
  )
if (quietSeconds > 0)
  measures.push(
    {
      name: 'speech without the name',
      unit: 'h',
      samples: [quietSeconds / 3600],
      bar: isWhole ? { atLeast: bars.hours } : undefined,
    },
    {
      name: 'false alarms an hour',
      unit: '',
      samples: [alarms / (quietSeconds / 3600)],
      bar: { atMost: bars.alarmsPerHour },
    },
  )
else if (!left.has('quiet'))
  console.log('no speech without the name here: asterisk-core-sounds-{en,es,fr,it,ru}-wav or ../shared/audio')
report('hotword', measures, { isKept: isWhole })
