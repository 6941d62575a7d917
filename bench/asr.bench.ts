/**
 * Recognition on real speech, per engine that is there: word error rate, real-time factor, latency of interim and final
 * results spoken in real time, and the error of word times. Latency only means something on an idle machine.
 */
import { createSpeech, type SpeechEngine, transcribe } from '@livetap/speech'
import {
  exactTexts,
  loadRecording,
  measureLatency,
  readPhrases,
  sharedAudio,
  singleWords,
  wordError,
  wordTimeErrors,
} from '../packages/speech/src/measure'
import { isToy, type Measure, report } from './lib/report'

const speech = createSpeech()
const measures: Measure[] = []

const texts = isToy ? exactTexts.slice(1, 2) : exactTexts
const rounds = isToy ? 1 : 4

async function write(engine: SpeechEngine, pcm: Int16Array, languageCode: string): Promise<string> {
  const found = await transcribe(engine, pcm, { languageCode })
  return found.map(({ text }) => text).join(' ')
}

async function english(engine: SpeechEngine): Promise<void> {
  let [errors, words, soundMs, workMs] = [0, 0, 0, 0]
  for (const { text, load } of texts) {
    const pcm = load()
    const begun = performance.now()
    const error = wordError(text, await write(engine, pcm, 'en-US'))
    workMs += performance.now() - begun
    soundMs += pcm.length / 16
    errors += error.errors
    words += error.words
  }
  const name = engine.name
  measures.push({
    name: `${name}: word error rate, ${words} exact words`,
    unit: '%',
    samples: [(100 * errors) / words],
    bar: { atMost: 5 },
  })
  measures.push({ name: `${name}: real-time factor`, unit: '', samples: [workMs / soundMs] })
}

async function latency(engine: SpeechEngine): Promise<void> {
  const interims: number[] = []
  const finals: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { load } of texts) {
      const found = await measureLatency(engine, load(), 'en-US')
      if (found.text) finals.push(found.finalMs)
      if (!Number.isNaN(found.firstInterimMs)) interims.push(found.firstInterimMs)
    }
  }
  const late = finals.toSorted((a, b) => a - b)[
    Math.min(finals.length - 1, Math.floor(finals.length * 0.95))
  ]!
  const name = engine.name
  measures.push({
    name: `${name}: first interim after the start of speech`,
    unit: 'ms',
    samples: interims,
    bar: { atMost: 800 },
  })
  measures.push({
    name: `${name}: final after the end of speech`,
    unit: 'ms',
    samples: finals,
    bar: { atMost: 1000 },
  })
  measures.push({
    name: `${name}: final after the end of speech, p95`,
    unit: 'ms',
    samples: [late],
    bar: { atMost: 2500 },
  })
}

async function otherLanguages(engine: SpeechEngine): Promise<void> {
  const french = loadRecording('fr-goforward')
  const finals: number[] = []
  for (let round = 0; round < rounds; round++)
    finals.push((await measureLatency(engine, french, 'fr-FR')).finalMs)
  measures.push({
    name: `${engine.name}: French final after the end of speech`,
    unit: 'ms',
    samples: finals,
    bar: { atMost: 4000 },
  })
}

async function readers(engine: SpeechEngine): Promise<void> {
  for (const reader of ['en', 'es', 'fr'] as const) {
    const phrases = readPhrases(reader).slice(0, isToy ? 3 : reader === 'fr' ? 100 : 300)
    if (phrases.length === 0) continue
    let [errors, words] = [0, 0]
    for (const { text, load } of phrases) {
      const error = wordError(text, await write(engine, load(), reader))
      errors += error.errors
      words += error.words
    }
    const name = `${engine.name}: word error rate, ${phrases.length} telephone prompts (${reader})`
    measures.push({ name, unit: '%', samples: [(100 * errors) / words] })
  }
}

async function wordTimes(engine: SpeechEngine): Promise<void> {
  const words = singleWords().slice(0, isToy ? 12 : undefined)
  if (words.length === 0) return
  const { errors, p95 } = await wordTimeErrors(words, async pcm =>
    (await transcribe(engine, pcm, { languageCode: 'en' })).flatMap(result =>
      result.timesEstimated ? [] : result.words,
    ),
  )
  measures.push({
    name: `${engine.name}: error of word times, ${errors.length / 2} words`,
    unit: 'ms',
    samples: errors,
    bar: { atMost: 80 },
  })
  measures.push({ name: `${engine.name}: error of word times, p95`, unit: 'ms', samples: [p95] })
}

if (!sharedAudio()) {
  console.log('asr: the shared recordings are not beside this repository; nothing measured')
} else {
  try {
    for (const { name, available, reason } of await speech.registry.list()) {
      console.log(`${name.padEnd(12)} ${available ? 'measured' : `not measured: ${reason}`}`)
      const engine = speech.registry.get(name)!
      if (!available) continue
      if (engine === speech.nutcracker) await speech.nutcracker.warm()
      await english(engine)
      await latency(engine)
      if (engine !== speech.nutcracker) continue
      await otherLanguages(engine)
      await wordTimes(engine)
      await readers(engine)
    }
    report('asr', measures)
  } finally {
    await speech.close()
  }
}
