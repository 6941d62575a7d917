/**
 * Who speaks when: two shared clips, and conversations of two to six people composed of voices that no setting was chosen
 * by, with overlap, agreement, rooms and noise, near the microphone and up to four metres from it. No collar, overlapping speech
 * included. `--development` measures the conversations that settings may be chosen by in their place; `--short` leaves out the
 * long ones and those far from the microphone, `--long` and `--far` measure nothing but these, `--clips` nothing but the clips, and
 * `--hour` nothing but an hour of four people.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { createSpeech } from '@livetap/speech'
import {
  type DiarizationError,
  diarizationError,
  loadRecording,
  readRttm,
  sharedAudio,
} from '@livetap/speech/testing'
import { type Cast, castsOf, development, heldOut, toyCast } from './lib/conversation/casts'
import { composeTalk } from './lib/conversation/compose'
import { isToy, type Measure, report } from './lib/report'

const has = (option: string) => process.argv.includes(option)
const speech = createSpeech()
const measures: Measure[] = []

async function clip(name: 'two-speakers-phone' | 'meeting-dev00', folder: string): Promise<void> {
  const pcm = loadRecording(name)
  const begun = performance.now()
  const turns = await speech.diarizer.diarize([pcm])
  const factor = (performance.now() - begun) / (pcm.length / SAMPLES_PER_MS)
  const error = diarizationError(readRttm(readFileSync(join(folder, `${name}.rttm`), 'utf8')), turns)
  console.log(`${name}: ${error.speakers} found, ${kindsOf(error)}`)
  measures.push({
    name: `${name}: error`,
    unit: '%',
    samples: [error.rate * 100],
    bar: { atMost: most[name] },
  })
  measures.push({ name: `${name}: real-time factor`, unit: '', samples: [factor] })
}

/** The most error, in percent of the speech. */
const most = { near: 13, far: 20, long: 15, 'two-speakers-phone': 14.5, 'meeting-dev00': 13 }

const percent = (part: number, whole: number) => ((100 * part) / Math.max(1, whole)).toFixed(1)

/** Each kind of error by itself, in percent of the speech. */
function kindsOf(error: DiarizationError): string {
  const share = (ms: number) => `${percent(ms, error.speechMs)}`
  return (
    `error ${percent(error.rate, 1)} % (speech missed ${share(error.missedSpeechMs)}, second voices missed ${share(error.missedSecondMs)},` +
    ` false speech ${share(error.falseSpeechMs)}, false second voices ${share(error.falseSecondMs)},` +
    ` confused ${share(error.confusedMs)}), of turns under a second ${percent(error.shortLostMs, error.shortMs)} % lost`
  )
}

interface Count {
  right: number
  of: number
}

async function conversations(title: string, casts: readonly Cast[], atMost: number): Promise<Count> {
  let [right, wrongMs, missedMs, speechMs] = [0, 0, 0, 0]
  const factors: number[] = []
  for (const { persons, minutes, seed, isFar } of casts) {
    const { pcm, turns, overlap } = await composeTalk(persons, minutes, seed, isFar)
    const begun = performance.now()
    const found = await speech.diarizer.diarize([pcm])
    factors.push((performance.now() - begun) / (pcm.length / SAMPLES_PER_MS))
    const error = diarizationError(turns, found)
    if (error.speakers === persons.length) right++
    wrongMs += error.rate * error.speechMs
    missedMs += error.missedMs
    speechMs += error.speechMs
    console.log(
      `${minutes} min, ${persons.length} voices: ${error.speakers} found, ${kindsOf(error)}, overlap ${percent(overlap, 1)} %`,
    )
  }
  measures.push({
    name: `${title}: error`,
    unit: '%',
    samples: [(100 * wrongMs) / speechMs],
    bar: { atMost },
  })
  measures.push({ name: `${title}: missed`, unit: '%', samples: [(100 * missedMs) / speechMs] })
  measures.push({ name: `${title}: real-time factor`, unit: '', samples: factors })
  return { right, of: casts.length }
}

/** An hour neither splits nor joins voices. */
async function hour(cast: Cast): Promise<void> {
  const title = `an hour of ${cast.persons.length} people`
  const { right } = await conversations(title, [{ ...cast, minutes: 60, seed: cast.seed + 1 }], most.long)
  measures.push({
    name: `${title}: their number is found`,
    unit: '',
    samples: [right],
    bar: { atLeast: 1 },
  })
}

/** Nine of ten, regardless of their length; fewer than ten cannot show it and are only told. */
function countVoices(counts: readonly Count[]): void {
  const right = counts.reduce((sum, count) => sum + count.right, 0)
  const of = counts.reduce((sum, count) => sum + count.of, 0)
  measures.push({
    name: `true number of voices (${right} of ${of})`,
    unit: '%',
    samples: [(100 * right) / of],
    bar: of >= 10 ? { atLeast: 90 } : undefined,
  })
}

const parts = ['--clips', '--short', '--far', '--long', '--hour']
const isPart = parts.some(has)
/** Without one of these, all are measured. */
const wants = (...some: string[]) => !isPart || some.some(has)

async function all(): Promise<void> {
  const folder = sharedAudio()
  if (!folder)
    console.log('The shared recordings are not beside this repository: composed conversations only')
  const clips =
    folder && wants('--clips', '--short') ? (['two-speakers-phone', 'meeting-dev00'] as const) : []
  for (const name of clips.slice(0, isToy ? 1 : 2)) await clip(name, folder!)
  if (isToy) return countVoices([await conversations('half a minute', [toyCast], most.near)])
  const voices = has('--development') ? 'development' : 'held out'
  const casts = castsOf(has('--development') ? development : heldOut)
  const counts: Count[] = []
  if (wants('--short')) counts.push(await conversations(`2 minutes, ${voices}`, casts.short, most.near))
  if (wants('--far')) counts.push(await conversations(`2 minutes, far, ${voices}`, casts.far, most.far))
  if (wants('--long')) counts.push(await conversations(`30 minutes, ${voices}`, casts.long, most.long))
  if (counts.length > 0) countVoices(counts)
  if (wants('--hour')) await hour(casts.long.find(({ persons }) => persons.length === 4)!)
}

const { available, reason } = await speech.diarizer.availability()
try {
  if (!available) console.log(`diarization: nothing measured: ${reason}`)
  else {
    await all()
    report('diarization', measures, { isKept: !isPart && !has('--development') })
  }
} finally {
  await speech.close()
}
