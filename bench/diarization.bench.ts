/**
 * Who speaks when: two shared clips, and conversations of two to six people composed of voices that no setting was chosen
 * by, with overlap, agreement, rooms and noise. No collar, overlapping speech included. `--development` measures the
 * conversations that settings may be chosen by in their place; `--short` leaves out the long ones, `--long` the short ones and
 * the clips, and `--hour` measures nothing but an hour of four people.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { createSpeech } from '@livetap/speech'
import { diarizationError, loadRecording, readRttm, sharedAudio } from '@livetap/speech/testing'
import { type Cast, castsOf, development, heldOut, toyCast } from './lib/conversation/casts'
import { composeTalk } from './lib/conversation/compose'
import { isToy, type Measure, report } from './lib/report'

const has = (option: string) => process.argv.includes(option)
const speech = createSpeech()
const measures: Measure[] = []

async function clip(name: string, folder: string): Promise<void> {
  const pcm = loadRecording(name)
  const begun = performance.now()
  const turns = await speech.diarizer.diarize([pcm])
  const factor = (performance.now() - begun) / (pcm.length / SAMPLES_PER_MS)
  const error = diarizationError(readRttm(readFileSync(join(folder, `${name}.rttm`), 'utf8')), turns)
  measures.push({ name: `${name}: error`, unit: '%', samples: [error.rate * 100], bar: { atMost: 16 } })
  measures.push({ name: `${name}: real-time factor`, unit: '', samples: [factor] })
}

const percent = (part: number, whole: number) => ((100 * part) / Math.max(1, whole)).toFixed(1)

interface Count {
  right: number
  of: number
}

async function conversations(title: string, casts: readonly Cast[]): Promise<Count> {
  let [right, wrongMs, speechMs] = [0, 0, 0]
  const factors: number[] = []
  for (const { persons, minutes, seed } of casts) {
    const { pcm, turns, overlap } = await composeTalk(persons, minutes, seed)
    const begun = performance.now()
    const found = await speech.diarizer.diarize([pcm])
    factors.push((performance.now() - begun) / (pcm.length / SAMPLES_PER_MS))
    const error = diarizationError(turns, found)
    if (error.speakers === persons.length) right++
    wrongMs += error.rate * error.speechMs
    speechMs += error.speechMs
    console.log(
      `${minutes} min, ${persons.length} voices: ${error.speakers} found, error ${percent(error.rate, 1)} %` +
        ` (missed ${percent(error.missedMs, error.speechMs)}, false ${percent(error.falseMs, error.speechMs)},` +
        ` confused ${percent(error.confusedMs, error.speechMs)}), overlap ${percent(overlap, 1)} %`,
    )
  }
  measures.push({
    name: `${title}: error`,
    unit: '%',
    samples: [(100 * wrongMs) / speechMs],
    bar: { atMost: 15 },
  })
  measures.push({ name: `${title}: real-time factor`, unit: '', samples: factors })
  return { right, of: casts.length }
}

/** An hour neither splits nor joins voices. */
async function hour(cast: Cast): Promise<void> {
  const title = `an hour of ${cast.persons.length} people`
  const { right } = await conversations(title, [{ ...cast, minutes: 60, seed: cast.seed + 1 }])
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

async function all(): Promise<void> {
  const folder = sharedAudio()
  if (!folder)
    console.log('The shared recordings are not beside this repository: composed conversations only')
  const clips = folder && !has('--long') && !has('--hour') ? ['two-speakers-phone', 'meeting-dev00'] : []
  for (const name of clips.slice(0, isToy ? 1 : 2)) await clip(name, folder!)
  if (isToy) return countVoices([await conversations('half a minute', [toyCast])])
  const voices = has('--development') ? 'development' : 'held out'
  const casts = castsOf(has('--development') ? development : heldOut)
  const four = casts.long.find(({ persons }) => persons.length === 4)!
  if (has('--hour')) return hour(four)
  const counts: Count[] = []
  if (!has('--long')) counts.push(await conversations(`2 minutes, ${voices}`, casts.short))
  if (!has('--short')) counts.push(await conversations(`30 minutes, ${voices}`, casts.long))
  countVoices(counts)
  if (!has('--short') && !has('--long')) await hour(four)
}

const { available, reason } = await speech.diarizer.availability()
try {
  if (!available) console.log(`diarization: nothing measured: ${reason}`)
  else {
    await all()
    report('diarization', measures, { isKept: !['--short', '--long', '--hour', '--development'].some(has) })
  }
} finally {
  await speech.close()
}
