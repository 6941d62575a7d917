/**
 * Who speaks when: the two shared clips the settings were chosen on (a regression bar only), and conversations composed of
 * readers they never saw, where the true number of speakers must be found. No collar, overlapping speech included.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { createSpeech } from '@livetap/speech'
import {
  composeConversation,
  developmentVoices,
  diarizationError,
  heldOutVoices,
  isThere,
  loadRecording,
  readRttm,
  sharedAudio,
  type Voice,
} from '../packages/speech/src/measure'
import { isToy, type Measure, report } from './lib/report'

const speech = createSpeech()
const measures: Measure[] = []
const folder = sharedAudio()

async function clips(): Promise<void> {
  for (const name of isToy ? ['two-speakers-phone'] : ['two-speakers-phone', 'meeting-dev00']) {
    const pcm = loadRecording(name)
    const begun = performance.now()
    const turns = await speech.diarizer.diarize([pcm])
    const factor = (performance.now() - begun) / (pcm.length / SAMPLES_PER_MS)
    const error = diarizationError(readRttm(readFileSync(join(folder!, `${name}.rttm`), 'utf8')), turns)
    measures.push({ name: `${name}: error`, unit: '%', samples: [error.rate * 100], bar: { atMost: 22 } })
    measures.push({ name: `${name}: real-time factor`, unit: '', samples: [factor] })
  }
}

/** Five minutes of four people. */
const turnsEach = 16

interface Composed {
  title: string
  voices: readonly Voice[]
  conversations: number
  /** The true number of speakers must be found. */
  barred: boolean
}

async function composed({ title, voices, conversations, barred }: Composed): Promise<void> {
  const there = voices.filter(isThere)
  if (there.length < voices.length)
    console.log(`${title}: only ${there.length} of ${voices.length} are installed (see CONTRIBUTING)`)
  if (there.length < 2) return
  const errors: number[] = []
  const found: number[] = []
  let seconds = 0
  for (let seed = 1; seed <= (isToy ? 1 : conversations); seed++) {
    const { pcm, turns } = composeConversation(there, isToy ? 8 : turnsEach * there.length, seed)
    seconds += pcm.length / SAMPLE_RATE_HZ
    const error = diarizationError(turns, await speech.diarizer.diarize([pcm]))
    errors.push(error.rate * 100)
    found.push(error.speakers)
  }
  const name = `${there.length} ${title}, ${seconds.toFixed(0)} s`
  measures.push({ name: `${name}: error`, unit: '%', samples: errors })
  measures.push({ name: `${name}: speakers found`, unit: '', samples: found })
  measures.push({
    name: `${name}: too many or too few, the worst`,
    unit: '',
    samples: [Math.max(...found.map(count => Math.abs(count - there.length)))],
    ...(barred && { bar: { atMost: 0 } }),
  })
}

const { available, reason } = await speech.diarizer.availability()
if (!available || !folder) {
  console.log(
    `diarization: nothing measured: ${reason ?? 'the shared recordings are not beside this repository'}`,
  )
  await speech.close()
} else {
  try {
    await clips()
    await composed({
      title: 'readers the settings were chosen by',
      voices: developmentVoices,
      conversations: 2,
      barred: false,
    })
    await composed({
      title: 'readers never tuned on',
      voices: heldOutVoices,
      conversations: 3,
      barred: true,
    })
    report('diarization', measures)
  } finally {
    await speech.close()
  }
}
