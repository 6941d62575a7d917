/**
 * Who speaks when: the two shared clips the settings were chosen on (a regression bar only), and conversations composed of
 * readers they never saw, where the true number of speakers must be found. No collar, overlapping speech included.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpeech } from '@livetap/speech'
import {
  composeConversation,
  diarizationError,
  loadRecording,
  type Reader,
  readerFolder,
  readRttm,
  sharedAudio,
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
    const factor = (performance.now() - begun) / (pcm.length / 16)
    const error = diarizationError(readRttm(readFileSync(join(folder!, `${name}.rttm`), 'utf8')), turns)
    measures.push({ name: `${name}: error`, unit: '%', samples: [error.rate * 100], bar: { atMost: 22 } })
    measures.push({ name: `${name}: real-time factor`, unit: '', samples: [factor] })
  }
}

/** French and Russian readers, an English audiobook and a speech of 1961: none of them used for the settings. */
async function strangers(): Promise<void> {
  const voices = [
    ...(['fr', 'ru'] as Reader[]).filter(readerFolder),
    { recording: 'austen-0870' },
    { recording: 'jfk' },
  ]
  const errors: number[] = []
  const counts: number[] = []
  let seconds = 0
  for (let seed = 1; seed <= (isToy ? 1 : 4); seed++) {
    const { pcm, turns } = composeConversation(voices, isToy ? 8 : 24, seed)
    seconds += pcm.length / 16_000
    const error = diarizationError(turns, await speech.diarizer.diarize([pcm]))
    errors.push(error.rate * 100)
    counts.push(error.speakers)
  }
  const title = `${voices.length} readers never tuned on, ${seconds.toFixed(0)} s`
  measures.push({ name: `${title}: error`, unit: '%', samples: errors })
  measures.push({
    name: `${title}: speakers found too many or too few`,
    unit: '',
    samples: counts.map(n => Math.abs(n - voices.length)),
    bar: { atMost: 0 },
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
    await strangers()
    report('diarization', measures)
  } finally {
    await speech.close()
  }
}
