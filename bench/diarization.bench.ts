/**
 * Who speaks when: the two shared clips the settings were chosen on (a regression bar only), and conversations composed of
 * readers they never saw, where the true number of speakers must be found. No collar, overlapping speech included.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpeech } from '@livetap/speech'
import {
  composeConversation,
  developmentVoices,
  diarizationError,
  heldOutVoices,
  loadRecording,
  readerFolder,
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
    const factor = (performance.now() - begun) / (pcm.length / 16)
    const error = diarizationError(readRttm(readFileSync(join(folder!, `${name}.rttm`), 'utf8')), turns)
    measures.push({ name: `${name}: error`, unit: '%', samples: [error.rate * 100], bar: { atMost: 22 } })
    measures.push({ name: `${name}: real-time factor`, unit: '', samples: [factor] })
  }
}

interface Composed {
  title: string
  voices: readonly Voice[]
  conversations: number
  /** The true number of speakers must be found. */
  barred: boolean
}

async function composed({ title, voices, conversations, barred }: Composed): Promise<void> {
  const there = voices.filter(voice => typeof voice !== 'string' || readerFolder(voice))
  const errors: number[] = []
  const counts: number[] = []
  let seconds = 0
  for (let seed = 1; seed <= (isToy ? 1 : conversations); seed++) {
    const { pcm, turns } = composeConversation(there, isToy ? 8 : 24, seed)
    seconds += pcm.length / 16_000
    const error = diarizationError(turns, await speech.diarizer.diarize([pcm]))
    errors.push(error.rate * 100)
    counts.push(Math.abs(error.speakers - there.length))
  }
  const name = `${there.length} ${title}, ${seconds.toFixed(0)} s`
  measures.push({ name: `${name}: error`, unit: '%', samples: errors })
  measures.push({
    name: `${name}: speakers found too many or too few, the worst`,
    unit: '',
    samples: [Math.max(...counts)],
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
      conversations: 4,
      barred: true,
    })
    report('diarization', measures)
  } finally {
    await speech.close()
  }
}
